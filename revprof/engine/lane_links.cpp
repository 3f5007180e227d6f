// SPDX-License-Identifier: BSD-3-Clause
// Each model's links are found once.
#include "revprof/engine/lane_links.hpp"

#include <algorithm>
#include <map>

namespace revprof {

LaneLinks::LaneLinks(const CostTable& costs, int place) : place_(place) {
  const char* const transit = costs.calls()[costs.calls().roles.transit].name;
  std::map<const Model*, std::shared_ptr<const Links>> known;
  for (const Lane& lane : costs.lanes()) {
    auto& links = known[lane.model.get()];
    if (links == nullptr) {
      links = std::make_shared<const Links>(lane.model->point_to_point,
                                            equations_of(*lane.model, transit));
    }
    of_.push_back(links);
    most_ = std::max(most_, links->most());
  }
}

}  // namespace revprof
