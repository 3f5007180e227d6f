// SPDX-License-Identifier: BSD-3-Clause
// Opens and closes the archive and the files in it. Every process of the run has its place there,
// those that were not selected an empty one: ranks stay what they were.
#include "revprof/trace/otf2/otf2_writer.hpp"

#include <algorithm>
#include <stdexcept>

namespace revprof {

namespace {

OTF2_FlushType flush_when_full(void*, OTF2_FileType, OTF2_LocationRef, void*, bool) {
  return OTF2_FLUSH;
}

// The error comes back as a code, and is said once.
OTF2_ErrorCode keep_quiet(void*, const char*, std::uint64_t, const char*, OTF2_ErrorCode code,
                          const char*, va_list) {
  return code;
}

}  // namespace

Otf2Writer::Otf2Writer(const std::string& directory, const RunTraces& traces, const Target& target)
    : traces_(traces), definitions_(traces, target) {
  OTF2_Error_RegisterCallback(keep_quiet, nullptr);
  archive_ = OTF2_Archive_Open(directory.c_str(), name, OTF2_FILEMODE_WRITE,
                               OTF2_CHUNK_SIZE_EVENTS_DEFAULT, OTF2_CHUNK_SIZE_DEFINITIONS_DEFAULT,
                               OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  if (archive_ == nullptr) {
    throw std::runtime_error(directory + ": OTF2 cannot make an archive there");
  }
  static const OTF2_FlushCallbacks flushes = {flush_when_full, nullptr};
  otf2_check(OTF2_Archive_SetFlushCallbacks(archive_, &flushes, nullptr));
  otf2_check(OTF2_Archive_SetSerialCollectiveCallbacks(archive_));
  otf2_check(OTF2_Archive_SetCreator(archive_, "revprof"));
  otf2_check(OTF2_Archive_SetDescription(archive_, traces.program.c_str()));
  if (!target.machine.empty()) {
    otf2_check(OTF2_Archive_SetMachineName(archive_, target.machine.c_str()));
  }
  otf2_check(OTF2_Archive_OpenEvtFiles(archive_));
}

Otf2Writer::~Otf2Writer() {
  process_.reset();
  if (archive_ != nullptr) OTF2_Archive_Close(archive_);
}

void Otf2Writer::process(const TraceStepReader& reader) {
  end_process();
  events_ = OTF2_Archive_GetEvtWriter(archive_, static_cast<OTF2_LocationRef>(reader.rank()));
  if (events_ == nullptr) throw std::runtime_error("OTF2: no file for the events of a process");
  locations_.push_back({reader.rank(), 0});
  process_ = std::make_unique<Otf2Process>(reader, events_, definitions_);
}

void Otf2Writer::end_process() {
  if (process_ == nullptr) return;
  process_.reset();
  otf2_check(OTF2_EvtWriter_GetNumberOfEvents(events_, &locations_.back().events));
  otf2_check(OTF2_Archive_CloseEvtWriter(archive_, events_));
}

void Otf2Writer::begin(const TraceStepReader&, const Step& step) {
  saw(step.begin);
  process_->begin(step);
}

void Otf2Writer::detail(const TraceStepReader&, const Step& step, const Detail& detail) {
  process_->detail(step, detail);
}

void Otf2Writer::end(const TraceStepReader&, const Step& step) {
  saw(step.end);
  process_->end(step);
}

void Otf2Writer::close() {
  end_process();
  std::vector<bool> there(static_cast<std::size_t>(traces_.processes));
  for (const auto& location : locations_) there[static_cast<std::size_t>(location.rank)] = true;
  for (int rank = 0; rank < traces_.processes; ++rank) {
    if (there[static_cast<std::size_t>(rank)]) continue;
    OTF2_EvtWriter* const empty =
        OTF2_Archive_GetEvtWriter(archive_, static_cast<OTF2_LocationRef>(rank));
    otf2_check(OTF2_Archive_CloseEvtWriter(archive_, empty));
    locations_.push_back({rank, 0});
  }
  std::sort(locations_.begin(), locations_.end(),
            [](const auto& a, const auto& b) { return a.rank < b.rank; });
  otf2_check(OTF2_Archive_CloseEvtFiles(archive_));

  otf2_check(OTF2_Archive_OpenDefFiles(archive_));
  for (const auto& location : locations_) {
    OTF2_DefWriter* const local =
        OTF2_Archive_GetDefWriter(archive_, static_cast<OTF2_LocationRef>(location.rank));
    otf2_check(OTF2_Archive_CloseDefWriter(archive_, local));
  }
  otf2_check(OTF2_Archive_CloseDefFiles(archive_));

  OTF2_GlobalDefWriter* const global = OTF2_Archive_GetGlobalDefWriter(archive_);
  if (global == nullptr) throw std::runtime_error("OTF2: no file for the definitions");
  definitions_.write(global, locations_, std::min(first_, last_), last_);
  if (definitions_.has_markers()) {
    OTF2_MarkerWriter* const markers = OTF2_Archive_GetMarkerWriter(archive_);
    if (markers == nullptr) throw std::runtime_error("OTF2: no file for the markers");
    definitions_.write_markers(markers);
    otf2_check(OTF2_Archive_CloseMarkerWriter(archive_, markers));
  }
  OTF2_Archive* const archive = archive_;
  archive_ = nullptr;
  otf2_check(OTF2_Archive_Close(archive));
}

void Otf2Writer::saw(SimTime time) {
  first_ = std::min(first_, time);
  last_ = std::max(last_, time);
}

}  // namespace revprof
