// SPDX-License-Identifier: BSD-3-Clause
// The setting host-profile: this host's time of each segment times what it takes on the target over
// what it takes here, by hand-computed numbers.
#include "course_fixture.hpp"
#include "fit/file/whole_file.hpp"
#include "fit/model/profile.hpp"
#include "revprof/trace/results/run_directory.hpp"

namespace revprof {
namespace {

// t = c + k w, the band from a half to twice of it.
DistanceClass equation(double c_us, double k_us) {
  Regime regime;
  regime.min_bytes = 1, regime.max_bytes = 100, regime.max_processes = 4;
  regime.c = c_us * 1e-6, regime.k = k_us * 1e-6;
  regime.band_factor = 2;
  DistanceClass one;
  one.regimes = {regime};
  return one;
}

class SegmentFactors : public Environment {
 protected:
  // The one run before took so long; what this one takes does not matter then.
  SegmentFactors() {
    set("REVPROF_COMPUTE", "cpu");
    set("REVPROF_OUTPUT_EXISTS", "1");
    set("REVPROF_VISITS", "1");
    std::filesystem::create_directories(run_directory(output(), 1));
    write_visits({{"region sweep", {0.5F, 0.25F}}, {"region unknown", {0.125F}}},
                 visits_file(run_directory(output(), 1), 0));
    set("REVPROF_PROFILE", written("there", equation(2, 3), equation(7, 0)));
    set("REVPROF_HOST_PROFILE", written("here", equation(1, 1), equation(28, 0)));
  }
  // As the front end does it: the observer is told of a call before the call.
  static void call_in(revprof::Run& run, const char* region, double steps) {
    CallScope::begin_region(run, region);
    CallScope::announce(run, steps);
    run.prices->begins(Call::MPI_Allreduce);
    meet(run);
    run.prices->ends(Call::MPI_Allreduce, 0);
    CallScope::end_region(run);
  }
  Summary predicted() const {
    predict(1, [](auto& run) {
      call_in(run, "sweep", 4);    // 14 us there, 5 us here
      call_in(run, "sweep", 9);    // 29 us there, 10 us here
      call_in(run, "unknown", 1);  // the rest: 7 us there, 28 us here
    });
    return summary();
  }

 private:
  std::string written(const std::string& name, const DistanceClass& sweep,
                      const DistanceClass& rest) const {
    Profile profile;
    profile.program = name;
    profile.segments["region sweep"] = sweep;
    profile.rest = rest;
    write_file(output() + "." + name + ".json", to_json(profile));
    return output() + "." + name + ".json";
  }
};

TEST_F(SegmentFactors, of_each_segment_and_its_work) {
  const Summary read = predicted();
  const double known = 0.5 * 14 / 5 + 0.25 * 29 / 10, unknown = 0.125 * 7 / 28;
  const auto on_lane = [&](std::size_t lane) { return seconds(read.times[0][lane].compute); };
  EXPECT_NEAR(on_lane(0), known + unknown, 1e-11);
  EXPECT_NEAR(on_lane(1), (known + unknown) / 2, 1e-11);
  EXPECT_NEAR(on_lane(2), 2 * (known + unknown), 1e-11);
  // What neither profile knows rests on an assumption.
  EXPECT_NEAR(read.trust.assumed, unknown / (known + unknown), 1e-9);
  EXPECT_NEAR(read.trust.measured, known / (known + unknown), 1e-9);
}

}  // namespace
}  // namespace revprof
