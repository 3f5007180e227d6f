// SPDX-License-Identifier: BSD-3-Clause
// Asks the loader where it has put what.
#include "revprof/shmem/symmetric_address.hpp"

#include <link.h>

namespace revprof {

namespace {

struct Listing {
  std::uint64_t object = 0;
  std::vector<dl_phdr_info> objects;
};

int list(dl_phdr_info* object, std::size_t, void* listing) {
  static_cast<Listing*>(listing)->objects.push_back(*object);
  return 0;
}

}  // namespace

void SymmetricAddresses::open() {
  Listing listing;
  dl_iterate_phdr(list, &listing);
  segments_.clear();
  std::uint64_t number = 0;
  for (const dl_phdr_info& object : listing.objects) {
    ++number;  // no address has its highest bits set
    for (int i = 0; i < object.dlpi_phnum; ++i) {
      const auto& header = object.dlpi_phdr[i];
      if (header.p_type != PT_LOAD || (header.p_flags & PF_W) == 0) continue;
      const std::uintptr_t begin = object.dlpi_addr + header.p_vaddr;
      segments_.push_back({begin, begin + header.p_memsz, number << 48 | header.p_vaddr});
    }
  }
}

std::uint64_t SymmetricAddresses::key(const volatile void* address) const {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  for (const Segment& segment : segments_) {
    if (at >= segment.begin && at < segment.end) return segment.key + (at - segment.begin);
  }
  return at;
}

}  // namespace revprof
