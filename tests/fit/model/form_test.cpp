// SPDX-License-Identifier: BSD-3-Clause
// The twelve forms and their names.
#include "fit/model/form.hpp"

#include <gtest/gtest.h>

namespace revprof {

TEST(Form, names_read_back) {
  for (const Form& form : all_forms()) {
    EXPECT_EQ(startup_from_name(name(form.startup)), form.startup);
    EXPECT_EQ(data_from_name(name(form.data)), form.data);
  }
  EXPECT_EQ(startup_from_name("p^3"), std::nullopt);
  EXPECT_EQ(data_from_name(""), std::nullopt);
}

TEST(Form, twelve_different_ones) {
  for (std::size_t i = 0; i < all_forms().size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(all_forms()[i] == all_forms()[j]);
  }
}

TEST(Form, terms) {
  EXPECT_EQ(startup_term(Startup::none, 8), 0);
  EXPECT_EQ(startup_term(Startup::p, 8), 8);
  EXPECT_EQ(startup_term(Startup::log_p, 8), 3);
  EXPECT_EQ(startup_term(Startup::p_squared, 8), 64);
  EXPECT_EQ(data_term(Data::d, 8, 10), 10);
  EXPECT_EQ(data_term(Data::p_d, 8, 10), 80);
  EXPECT_EQ(data_term(Data::log_p_d, 8, 10), 30);
  EXPECT_EQ(data_term(Data::p_squared_d, 8, 10), 640);
}

}  // namespace revprof
