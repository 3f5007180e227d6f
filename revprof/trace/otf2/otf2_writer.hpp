// SPDX-License-Identifier: BSD-3-Clause
// An OTF2 archive (Open Trace Format 2): a directory that Vampir, Scalasca and others open by its
// anchor file.
#pragma once

#include <otf2/otf2.h>

#include <memory>
#include <string>

#include "revprof/trace/convert/conversion.hpp"
#include "revprof/trace/otf2/otf2_process.hpp"

namespace revprof {

// Takes one process after the other.
class Otf2Writer : public StepWriter {
 public:
  // Makes the directory, which must not exist yet.
  Otf2Writer(const std::string& directory, const RunTraces& traces, const Target& target);
  ~Otf2Writer() override;

  void process(const TraceStepReader& reader) override;
  void begin(const TraceStepReader& reader, const Step& step) override;
  void detail(const TraceStepReader& reader, const Step& step, const Detail& detail) override;
  void end(const TraceStepReader& reader, const Step& step) override;
  void close() override;

  static constexpr const char* name = "traces";  // of the archive: the file to open is traces.otf2

 private:
  void saw(SimTime time);
  void end_process();

  const RunTraces& traces_;
  Otf2Definitions definitions_;
  OTF2_Archive* archive_ = nullptr;
  OTF2_EvtWriter* events_ = nullptr;
  std::unique_ptr<Otf2Process> process_;
  std::vector<Otf2Definitions::Location> locations_;
  SimTime first_ = Selection::latest, last_ = 0;
};

}  // namespace revprof
