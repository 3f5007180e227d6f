// SPDX-License-Identifier: BSD-3-Clause
// Several runs of the same command (compute = cpu, `revprof run --runs`): what each visit of a
// segment has taken is kept in all of them; one more is charged what they have in common.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "revprof/run/computation/segments.hpp"
#include "revprof/run/computation/visit_times.hpp"
#include "revprof/trace/results/segment_visits.hpp"

namespace revprof {

// Of one process.
class RunVisits {
 public:
  virtual ~RunVisits() = default;

  // What the next visit of a segment is charged, which has taken so long here.
  LikelyTime charge(const Segment& segment, const std::vector<Region>& regions,
                    const LikelyTime& likely);
  // At the end. Empty, or why there is no prediction.
  virtual std::string end() = 0;

 protected:
  virtual LikelyTime next(const std::string& name, const LikelyTime& likely) = 0;

 private:
  std::unordered_map<Segment, std::string, Segments::Hash, Segments::Same> names_;
};

// One of the runs: its visits are charged as they are and written into its directory.
class KeptVisits : public RunVisits {
 public:
  KeptVisits(const std::string& directory, int process);
  std::string end() override;

 protected:
  LikelyTime next(const std::string& name, const LikelyTime& likely) override;

 private:
  std::string file_;
  SegmentVisits visits_;
};

// The one more: of each visit the median of the runs; low and high are their quartiles.
class CommonVisits : public RunVisits {
 public:
  // The runs' directories are run1, run2, ... inside this one. Throws FileError, also where they
  // are not of the same flow.
  CommonVisits(const std::string& directory, int runs, int process);
  std::string end() override;

 protected:
  LikelyTime next(const std::string& name, const LikelyTime& likely) override;

 private:
  struct Common {
    std::vector<float> low, median, high;
    std::size_t visited = 0;
  };
  std::unordered_map<std::string, Common> segments_;
};

}  // namespace revprof
