// SPDX-License-Identifier: BSD-3-Clause
// The datasheet's LaTeX as HTML: every form that it can print.
#include "revprof/report/html/math_html.hpp"

#include <gtest/gtest.h>

#include "fit/datasheet/datasheet_equation.hpp"
#include "fit/datasheet/datasheet_text.hpp"

namespace revprof {
namespace {

TEST(MathHtml, equations_with_errors_and_powers) {
  Regime regime;
  regime.form = {Startup::log_p, Data::log_p_d};
  regime.c = 50e-6;
  regime.s = -4e-9;
  regime.k = 1e-9;
  regime.standard_errors = StandardErrors{20e-6, 1e-9, 0};
  EXPECT_EQ(math_html(equation_text(regime)),
            "<i>t</i> = (50 \u00b1 20) + (\u22124 \u00b1 1)\u00b710<sup>\u22123</sup>\u2009"
            "log<sub>2</sub>(<i>p</i>) + 1\u2009log<sub>2</sub>(<i>p</i>)\u2009<i>d</i>");
}

TEST(MathHtml, no_form_leaves_latex_behind) {
  for (const Startup startup : {Startup::none, Startup::p, Startup::log_p, Startup::p_squared}) {
    for (const Data data : {Data::d, Data::p_d, Data::log_p_d, Data::p_squared_d}) {
      Regime regime;
      regime.form = {startup, data};
      regime.c = 1.5e-6;
      regime.s = 2e-12;
      regime.k = 3e2;
      for (const double c_error : {1e-7, 2e-6}) {  // the second one: c may be 0
        regime.standard_errors = StandardErrors{c_error, 1e-12, 1e-1};
        const std::string html = math_html(equation_text(regime));
        EXPECT_EQ(html.find_first_of("\\^_{}$~"), std::string::npos) << html;
      }
    }
  }
}

TEST(MathHtml, a_coefficient_that_may_be_none_has_a_ring) {
  Regime regime;
  regime.c = 1e-6;
  regime.standard_errors = StandardErrors{2e-6, 0, 0};
  EXPECT_EQ(math_html(equation_text(regime)), "<i>t</i> = (1 \u00b1 2)<sup>\u2218</sup>");
}

TEST(MathHtml, ranges) {
  EXPECT_EQ(math_html(process_range(2, 64)), "2\u201364");
  EXPECT_EQ(math_html(size_range(2049, 65536)), "&gt;\u20092\u00a0KiB\u201364\u00a0KiB");
}

}  // namespace
}  // namespace revprof
