// SPDX-License-Identifier: BSD-3-Clause
// The search for the message that is there first on the simulated clocks.
#pragma once

#include <functional>
#include <vector>

#include "revprof/engine/engine.hpp"
#include "revprof/run/horizon.hpp"
#include "revprof/run/polls.hpp"

namespace revprof {

// What is there of a process, by its place among those that are asked about.
enum class Probe { nothing, message, failed };
using ProbeAt = std::function<Probe(int index)>;
// How many receives that have been posted may have messages of it with such a tag, which then do
// not show; and how many of them have one for certain, if so many are sent, as they name both.
struct Takers {
  int possible = 0, certain = 0;
};
using TakersAt = std::function<Takers(int index, int tag)>;

// The index of the process among `processes` whose message with this subject is the earliest one;
// waits until it is known. `polls`: of one that asks, at their time, whether there is one; nullptr:
// it waits without end. no_message: there is none by then. undecided: the host has to choose.
constexpr int undecided = -1, no_message = -2;
int earliest_message(Horizon& horizon, const std::vector<int>& processes,
                     const Horizon::Subject& subject, Polls* polls, const ProbeAt& probe,
                     const TakersAt& takers, Engine& engine);

// After a look: before when no message with this subject arrives from a process, but what is there
// at `after`; `first` becomes its time, if one is on its way and comes before that.
SimTime next_arrival(const Horizon& horizon, int process, const Horizon::Subject& subject,
                     SimTime after, Engine& engine, SimTime& first);

// After a look: by which time of its clock a process can send nothing any more that arrives by
// then.
SimTime nothing_arrives_from(const Horizon& horizon, int process, SimTime until, Engine& engine);

}  // namespace revprof
