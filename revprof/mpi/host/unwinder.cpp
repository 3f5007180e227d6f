// SPDX-License-Identifier: BSD-3-Clause
// A program with an unwinder of its own (-static-libgcc) may throw out of an error handler, through
// this library's frames: their personality routine asks the shared unwinder, which ends the program
// where nobody has thrown by it before, as its tables are made then.
namespace {

__attribute__((constructor)) void throw_once() {
  try {
    throw 0;
  } catch (int) {
  }
}

}  // namespace
