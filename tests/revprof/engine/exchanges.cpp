// SPDX-License-Identifier: BSD-3-Clause
// MPI_Sendrecv: what two processes do at once, and what is left of it where one comes later.
#include <algorithm>

#include "round_model.hpp"

namespace revprof {
namespace {

Lane lane_with(double exchange_us, std::int64_t eager_limit) {
  auto model = std::make_shared<Model>(*round_model());
  model->point_to_point.eager_limit_bytes = eager_limit;
  model->calls["MPI_Sendrecv"] = {class_of(0, exchange_us, 0)};
  Lane only = lane("mean");
  only.model = model;
  return only;
}

// It takes 9 us of two that begin together, of which 7 are on the way. Of what is here already: 1
// us to copy what one sends, if that is copied, and 2 to receive.
TEST(Exchange, counts_from_when_the_first_one_begins) {
  struct Case {
    int begins, other_begins;  // us
    std::int64_t limit;
    int ends;
  };
  for (const Case& c : std::vector<Case>{{0, 0, 4096, 9},
                                         {0, 4, 4096, 11},
                                         {3, 0, 4096, 9},
                                         {7, 0, 4096, 10},
                                         {20, 0, 4096, 23},
                                         {20, 0, 999, 22},
                                         {20, 0, 0, 22}}) {
    Engine a = process(0, {lane_with(9, c.limit)});
    a.compute(c.begins);
    a.begin_call(Call::MPI_Sendrecv);
    exchange(a, 1, 1000, sent_at(c.other_begins * us, 1));
    a.end_call(1000, 1, 0);
    EXPECT_EQ(a.now()[0], c.ends * us) << c.begins << " " << c.other_begins;
    EXPECT_EQ(a.spent(0).waiting, std::max(0, c.other_begins - c.begins) * us);
    expect_sums(a);
  }
}

// All that it does is in the price.
TEST(Exchange, with_itself_takes_what_the_call_takes) {
  Engine a = process(3, {lane_with(4, 4096)});
  a.begin_call(Call::MPI_Sendrecv);
  exchange(a, 3, 1000, sent_at(0, 3));
  EXPECT_EQ(a.now()[0], 4 * us);
}

}  // namespace
}  // namespace revprof
