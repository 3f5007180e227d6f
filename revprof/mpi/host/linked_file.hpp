// SPDX-License-Identifier: BSD-3-Clause
// The files that a program consists of, and the names that they take from each other (ELF
// specification, "Dynamic Linking").
#pragma once

#include <link.h>

#include <string>
#include <vector>

namespace revprof {

class LinkedFile {
 public:
  // A place in a file's memory that holds the address of a name.
  struct Slot {
    const char* name;
    void** place;
  };

  explicit LinkedFile(const link_map& map) : map_(&map) {}

  // All that there are now, in the order in which names are looked up.
  static std::vector<LinkedFile> all();
  // The one that an address belongs to: nullptr, none.
  static const link_map* of(const void* address);

  const link_map* map() const { return map_; }
  // The address of a name that this file itself defines; nullptr: it does not.
  void* definition(const char* name) const;
  // ... that this file defines, or those that it needs do, of which the first.
  void* find(const char* name) const;
  // Those of names that the file does not define; and of those that it does, which the loader has
  // filled with the first definition of all the same.
  std::vector<Slot> slots() const { return slots(false); }
  std::vector<Slot> own_slots() const { return slots(true); }
  // Whether this text is among the constants of its code.
  bool holds(const std::string& text) const;

 private:
  std::vector<Slot> slots(bool of_defined) const;

  const link_map* map_;
};

// The linker may have made the slot's page read-only.
void write_slot(const LinkedFile::Slot& slot, void* function);

}  // namespace revprof
