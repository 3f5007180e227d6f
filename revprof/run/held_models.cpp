// SPDX-License-Identifier: BSD-3-Clause
// A memory file of records, each a document's values and characters as they stand in memory.
#include "revprof/run/held_models.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string_view>

#include "fit/file/whole_file.hpp"
#include "fit/model/model_json.hpp"

namespace revprof {

namespace {

// Which file it was, and when it was written last.
using FileState = std::array<std::uint64_t, 5>;

struct Record {
  std::array<char, 16> made_by;  // revprof's version, as another's values may look otherwise
  FileState file;
  std::uint64_t fingerprint;
  std::uint64_t values, characters;  // how many follow

  std::size_t size() const {
    const std::size_t bytes = sizeof(Record) + values * sizeof(JsonValue) + characters;
    return (bytes + alignof(Record) - 1) / alignof(Record) * alignof(Record);
  }
};

constexpr std::array<char, 16> this_version = {REVPROF_VERSION};

bool find_state(const std::string& path, FileState& state) {
  struct stat found;
  if (::stat(path.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) return false;
  state = {found.st_dev, found.st_ino, static_cast<std::uint64_t>(found.st_size),
           static_cast<std::uint64_t>(found.st_mtim.tv_sec),
           static_cast<std::uint64_t>(found.st_mtim.tv_nsec)};
  return true;
}

// Mapped as long as a document in it is used.
class Memory {
 public:
  explicit Memory(const char* place) {
    const int file = place == nullptr ? -1 : ::open(place, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat found;
    if (file < 0) return;
    if (::fstat(file, &found) == 0 && S_ISREG(found.st_mode) && found.st_size > 0) {
      size_ = static_cast<std::size_t>(found.st_size);
      void* const memory = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
      if (memory != MAP_FAILED) first_ = static_cast<const char*>(memory);
    }
    ::close(file);
  }
  ~Memory() {
    if (first_ != nullptr) ::munmap(const_cast<char*>(first_), size_);
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  // nullptr: it is not there, or the memory is another revprof's, or no revprof's at all.
  const Record* find(const FileState& file) const {
    for (std::size_t at = 0; first_ != nullptr && at + sizeof(Record) <= size_;) {
      const auto* const record = reinterpret_cast<const Record*>(first_ + at);
      if (record->made_by != this_version || record->size() > size_ - at) return nullptr;
      if (record->file == file) return record;
      at += record->size();
    }
    return nullptr;
  }

 private:
  const char* first_ = nullptr;
  std::size_t size_ = 0;
};

JsonDocument document_in(const Record& record, std::shared_ptr<const Memory> memory,
                         const std::string& path) {
  const auto* const values = reinterpret_cast<const JsonValue*>(&record + 1);
  const auto* const characters = reinterpret_cast<const char*>(values + record.values);
  return {path, values, {characters, record.characters}, std::move(memory)};
}

// False: there is no room for it.
bool append(int file, const JsonDocument& document, const FileState& state,
            std::uint64_t fingerprint) {
  const JsonValue* const first = &document.root();
  const auto values = static_cast<std::size_t>(first->after() - first);
  const std::string_view characters = document.characters();
  const Record record = {this_version, state, fingerprint, values, characters.size()};
  std::string bytes(reinterpret_cast<const char*>(&record), sizeof(Record));
  bytes.append(reinterpret_cast<const char*>(first), values * sizeof(JsonValue));
  bytes.append(characters);
  bytes.resize(record.size());
  // A limit of files' sizes holds for this one, too, and would end the process.
  struct rlimit most;
  const off_t end = ::lseek(file, 0, SEEK_END);
  if (end < 0 || ::getrlimit(RLIMIT_FSIZE, &most) != 0 ||
      most.rlim_cur < static_cast<rlim_t>(end) + bytes.size()) {
    return false;
  }
  return ::write(file, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
}

}  // namespace

HeldModels::HeldModels() : file_(memfd_create("revprof-models", MFD_CLOEXEC)) {
  if (file_ < 0) return;
  place_ = "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(file_);
}

HeldModels::~HeldModels() {
  if (file_ >= 0) ::close(file_);
}

std::shared_ptr<const Model> HeldModels::get(const std::string& path) {
  std::shared_ptr<const Model>& model = models_[path];
  if (model != nullptr) return model;
  FileState state;  // as it was before it was read
  const bool is_file = file_ >= 0 && find_state(path, state);
  const std::string text = read_model_text(path);
  const auto document = model_document(text, path);
  auto made = std::make_shared<const Model>(parse_model(document));
  if (is_file && !append(file_, *document, state, fingerprint_of(text))) {
    ::close(file_);  // half a record would be taken for one
    file_ = -1;
  }
  return model = made;
}

std::optional<HeldModel> find_held_model(const std::string& path) {
  FileState state;
  if (!find_state(path, state)) return std::nullopt;
  const auto memory = std::make_shared<const Memory>(std::getenv(held_models_variable));
  const Record* const record = memory->find(state);
  if (record == nullptr) return std::nullopt;
  const auto document = std::make_shared<const JsonDocument>(document_in(*record, memory, path));
  return HeldModel{std::make_shared<const Model>(parse_model(document)), record->fingerprint};
}

std::uint64_t fingerprint_of(const std::string& text) {
  return std::hash<std::string_view>{}(text);
}

}  // namespace revprof
