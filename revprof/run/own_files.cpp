// SPDX-License-Identifier: BSD-3-Clause
// Tells by a file of process 0 who sees its directory, and sends what others have written in
// pieces.
#include "revprof/run/own_files.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <vector>

namespace revprof {

namespace {

constexpr std::int64_t piece_bytes = 1 << 20;
constexpr std::int64_t at_home = -1;

// Empty where none can be made; then nobody can write there either.
std::string make_mark(const std::string& output) {
  std::string name = output + "/.seen-XXXXXX";
  const int file = mkstemp(name.data());
  if (file < 0) return "";
  ::close(file);
  return name;
}

std::string make_own_directory() {
  const char* const temporary = std::getenv("TMPDIR");
  std::string name = (temporary != nullptr ? std::string(temporary) : "/tmp") + "/revprof-XXXXXX";
  if (mkdtemp(name.data()) == nullptr) {
    throw std::runtime_error(
        name + ": cannot make this directory for the traces of this node: " + std::strerror(errno));
  }
  return name;
}

std::int64_t piece_of(std::int64_t left) { return std::min(left, piece_bytes); }

void send_file(const std::string& path, std::int64_t bytes, Team& team) {
  std::ifstream file(path, std::ios::binary);
  for (; bytes > 0; bytes -= piece_of(bytes)) {
    std::string piece(static_cast<std::size_t>(piece_of(bytes)), '\0');
    file.read(piece.data(), piece_of(bytes));
    team.hand_in(team.rank(), piece);
  }
}

void receive_file(const std::string& path, std::int64_t bytes, int from, Team& team) {
  std::ofstream file(path, std::ios::binary);
  for (; bytes > 0; bytes -= piece_of(bytes)) file << team.hand_in(from, "");
  file.close();
  if (file) return;
  std::fprintf(stderr, "revprof: warning: %s: what process %d has recorded does not fit here\n",
               path.c_str(), from);
}

}  // namespace

void OwnFiles::open(Team& team, const std::string& output) {
  team_ = &team;
  output_ = directory_ = output;
  const std::string mark = team.tell(team.rank() == 0 ? make_mark(output) : "");
  const bool blind = !mark.empty() && access(mark.c_str(), F_OK) != 0;
  away_ = team.sum({blind ? 1 : 0}).front();
  all_at_home_ = team.all(!blind);
  if (team.rank() == 0 && !mark.empty()) std::remove(mark.c_str());
  if (blind) directory_ = make_own_directory();
}

void OwnFiles::bring_home(std::string (*name)(const std::string& directory, int rank)) const {
  if (all_at_home_) return;
  const int rank = team_->rank();
  std::int64_t bytes = at_home;
  if (directory_ != output_) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(name(directory_, rank), error);
    if (!error) bytes = static_cast<std::int64_t>(size);
  }
  const std::vector<std::int64_t> all = team_->gather_records<std::int64_t>({bytes});
  if (rank != 0 && bytes != at_home) {
    const std::string path = name(directory_, rank);
    send_file(path, bytes, *team_);
    std::remove(path.c_str());
  }
  for (int from = 1; rank == 0 && from < team_->processes(); ++from) {
    const std::int64_t size = all[static_cast<std::size_t>(from)];
    if (size != at_home) receive_file(name(output_, from), size, from, *team_);
  }
}

void OwnFiles::close() {
  if (directory_ != output_) ::rmdir(directory_.c_str());
}

}  // namespace revprof
