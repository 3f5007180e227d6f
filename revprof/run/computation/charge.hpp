// SPDX-License-Identifier: BSD-3-Clause
// Computation on the simulated clocks, whatever says how much there was.
#pragma once

#include "revprof/run/run.hpp"

namespace revprof {

// As below, of what a process does while it asks again and again: its questions go on meanwhile.
template <class Charge>
void charge_beside_polls(Run& run, double work, Source source, Charge charge) {
  const SimTime begin = run.engine->now()[0];
  charge(*run.engine);
  const SimTime time = run.engine->now()[0] - begin;
  run.segments.add(work, time);
  run.computed[static_cast<std::size_t>(source)] += time;
}

// `charge(engine)` moves the clocks; books that time, which so much work took, with what it rests
// on.
template <class Charge>
void charge_computation(Run& run, double work, Source source, Charge charge) {
  end_polls(run);
  charge_beside_polls(run, work, source, charge);
}

}  // namespace revprof
