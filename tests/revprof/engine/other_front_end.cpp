// SPDX-License-Identifier: BSD-3-Clause
// A front end that is not MPI: its own table of calls, two processes, and no library at all.
#include <gtest/gtest.h>

#include "revprof/engine/engine.hpp"
#include "round_model.hpp"

namespace revprof {
namespace {

enum class Post : std::int16_t { letter, pigeon, flight, pause, crowd, open, all };

const CallRow rows[] = {
    {"post_letter", -1, Shape::local, Multiple::unknown},
    {"post_pigeon", 0, Shape::local, Multiple::unknown},  // by letter, if none flies
    {"flight", -1, Shape::local, Multiple::unknown},
    {"pause", -1, Shape::local, Multiple::unknown},
    {"crowd", -1, Shape::exchange, Multiple::unknown},
    {"open", -1, Shape::local, Multiple::unknown},
    {"all", -1, Shape::all_to_all, Multiple::rounds}};
const CallTable post_office = {
    rows,
    7,
    {Post::flight, Post::pause, Post::pause, Post::crowd, Post::crowd, Post::crowd, Post::letter,
     Post::open, Post::open, CallId(), Post::open}};

TEST(Engine, predicts_two_processes_of_another_front_end) {
  auto model = std::make_shared<Model>();
  model->calls["post_letter"] = {class_of(0, 1, 0.001)};
  model->calls["open"] = {class_of(0, 0.5, 0)};
  model->calls["flight"] = {class_of(0, 5, 0.002)};
  model->calls["all"] = {class_of(0, 10, 0)};
  const Lane lane = {"mean", model, LaneEstimate::mean, 1e-6, {}};
  Engine a({lane}, 0, 2, 10'000, nullptr, post_office);
  Engine b({lane}, 1, 2, 10'000, nullptr, post_office);

  Stamp stamp;
  a.compute(3);
  a.begin_call(Post::pigeon);
  a.stamp(1000, 1, stamp);
  a.send(Post::pigeon, 1000, 1);
  a.end_call(1000, 1, 0);
  b.begin_call(Post::open);
  b.receive(Post::open, 1000, stamp, 0, 0);
  b.end_call(1000, 0, 0);
  EXPECT_EQ(a.now()[0], 5 * us);
  EXPECT_EQ(b.now()[0], 10 * us);  // 3 + 5 + 2
  EXPECT_EQ(b.spent(0).waiting, 3 * us);

  const SimTime ready = std::max(a.now()[0], b.now()[0]);
  for (Engine* const engine : {&a, &b}) {
    engine->begin_call(Post::all);
    engine->collective({Post::all, 2, 8, Span(0, 1, 0)}, &ready);
    engine->end_call(8, -1, 0);
    EXPECT_EQ(engine->now()[0], 20 * us);
    expect_sums(*engine);
  }
  EXPECT_EQ(a.account(Post::pigeon).time, 2 * us);
  EXPECT_EQ(a.account(Post::pigeon).time_by_source[static_cast<int>(Source::stand_in)], 2 * us);
}

}  // namespace
}  // namespace revprof
