// SPDX-License-Identifier: BSD-3-Clause
// What each segment costs by a profile (compute = profile), or by how much longer it takes on the
// target than here, by the profiles of both (compute = cpu with host-profile).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "fit/model/profile.hpp"
#include "fit/model/visit_time.hpp"
#include "revprof/engine/lane.hpp"
#include "revprof/run/call_observer.hpp"
#include "revprof/run/computation/computation_times.hpp"
#include "revprof/run/computation/segments.hpp"

namespace revprof {

struct Run;

class SegmentPrices : public CallObserver {
 public:
  // Lanes and processes are the run's. A factor is asked for where there is a profile of this host.
  SegmentPrices(Run& run, const std::vector<Lane>& lanes, Profile target,
                std::optional<Profile> host);

  void begins(Call call) override;
  void ends(Call call, std::uint64_t ticks) override;
  void announce(double work) override;
  // The calling thread's segment ends there, or begins. Guarded.
  void end_at(CallPlace to, bool asks);
  void begin_at(CallPlace from, bool asks);

  // What this thread has computed since it was last asked; false: nothing.
  struct Charge {
    double work = 0;
    ComputationTimes price;  // of all of it
  };
  static bool take(Charge& charge);
  // ... by how much longer this host's time of the segment is that has ended last.
  static const ComputationTimes& factor();

 private:
  struct Known {
    ProfiledSegment target;
    const DistanceClass* host = nullptr;
    bool stands_in = false;  // the equation of rare segments does
    double work = -1;        // of the price below
    ComputationTimes price;
  };
  const Known& price(const Segment& segment, double work);
  Known look_up(const std::string& name) const;
  ComputationTimes evaluate(const Known& known, double work) const;

  struct LaneNode {
    LaneEstimate estimate;
    int q;                           // processes of a node there
    const Computation* computation;  // nullptr: the model says nothing of it
  };
  Run& run_;
  std::vector<LaneNode> lanes_;
  Profile target_;
  std::optional<Profile> host_;
  int host_q_;
  std::unordered_map<Segment, Known, Segments::Hash, Segments::Same> known_;
};

// Throws FileError where the places of a profile's segments are in another build of a file that
// this process has loaded, or where none of its files is loaded.
void check_build(const Profile& profile, const std::string& path);

}  // namespace revprof
