// SPDX-License-Identifier: BSD-3-Clause
// Whether what a program has printed has come out.
#pragma once

#include <streambuf>
#include <string>

namespace revprof {

// At the begin of main: no file that is opened later takes the number of a standard one that is
// closed (`>&-`), and with it what is printed.
void keep_standard_descriptors();

// As long as it lives std::cout prints by it, whose own buffer does not know why it could not.
class StandardOutput : public std::streambuf {
 public:
  StandardOutput();
  ~StandardOutput() override;
  StandardOutput(const StandardOutput&) = delete;
  StandardOutput& operator=(const StandardOutput&) = delete;

  // Brings out what is still held back. Why some of all could not be written; empty: all was, or
  // its reader has left, as `| head` does.
  std::string flaw();

 protected:
  int_type overflow(int_type character) override;
  std::streamsize xsputn(const char* text, std::streamsize size) override;
  int sync() override;

 private:
  std::streambuf* before_;
  std::string text_;
  bool by_line_;  // for who looks on
  int error_ = 0;
};

}  // namespace revprof
