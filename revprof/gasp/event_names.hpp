// SPDX-License-Identifier: BSD-3-Clause
// Which event a number stands for.
#pragma once

#include "revprof/calls/gasp_events.hpp"

namespace revprof {

// GNU UPC and Clang UPC count as the document lists; Berkeley UPC has numbers of its own.
class EventNames {
 public:
  // As revprof_upc_numbering() says.
  explicit EventNames(int numbering);

  // nullptr: none of the table's.
  const GaspEvent* find(unsigned number) const;
  // The program's own are numbered from here on.
  unsigned first_of_user() const;
  unsigned last_of_user() const;

 private:
  bool berkeley_;
};

}  // namespace revprof
