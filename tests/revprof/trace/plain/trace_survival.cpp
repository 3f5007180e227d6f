// SPDX-License-Identifier: BSD-3-Clause
// What a trace is worth when its process is killed, forks, or finds the disk full.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fit/file/whole_file.hpp"
#include "revprof/trace/plain/factory.hpp"
#include "revprof/trace/plain/plain_reader.hpp"
#include "scratch_directory.hpp"

namespace revprof {
namespace {

constexpr SimTime events = 20'000;

std::unique_ptr<EventSink> trace_in(const ScratchDirectory& scratch) {
  TraceOptions options;
  options.directory = scratch.path();
  options.formats = {"plain"};
  options.program = "killed";
  options.limit = 1'000'000;
  return make_trace(options);
}

void write_events(EventSink& sink) {
  for (SimTime i = 0; i < events; ++i) sink.call({"MPI_Bcast", i, i + 1, 0, 8, 0, 0});
}

// Runs work in a child and returns how the child ended.
template <typename Work>
int in_a_child(Work work) {
  const pid_t child = ::fork();
  if (child == 0) {
    work();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

TEST(KilledProcess, leaves_every_event_it_wrote) {
  const ScratchDirectory scratch;
  const int status = in_a_child([&] {
    const auto sink = trace_in(scratch);
    write_events(*sink);
    ::raise(SIGKILL);
  });
  ASSERT_TRUE(WIFSIGNALED(status));
  const Trace trace = read_plain_trace(scratch / "p0.trace");
  EXPECT_FALSE(trace.complete);
  EXPECT_EQ(trace.program, "killed");
  ASSERT_EQ(trace.calls.size(), static_cast<std::size_t>(events));
  EXPECT_EQ(trace.calls.back().end, events);
}

TEST(ForkedChild, leaves_its_parents_trace_alone) {
  const ScratchDirectory scratch;
  auto sink = trace_in(scratch);
  sink->compute({0, 5});
  in_a_child([&] { sink.reset(); });
  write_events(*sink);
  sink.reset();
  const Trace trace = read_plain_trace(scratch / "p0.trace");
  EXPECT_TRUE(trace.complete);
  EXPECT_EQ(trace.computes.size(), 1u);
  EXPECT_EQ(trace.calls.size(), static_cast<std::size_t>(events));
}

// A limit on the size of files stands for the full disk; its signal would by default end the
// process.
TEST(FullDisk, ends_the_trace_and_not_the_program) {
  const ScratchDirectory scratch;
  const std::string warnings = scratch / "stderr";
  const int status = in_a_child([&] {
    if (std::freopen(warnings.c_str(), "w", stderr) == nullptr) ::_exit(2);
    const rlimit limit = {200'000, 200'000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    auto sink = trace_in(scratch);
    write_events(*sink);
    sink.reset();
    std::fflush(stderr);
  });
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  const Trace trace = read_plain_trace(scratch / "p0.trace");
  EXPECT_TRUE(trace.complete);
  EXPECT_GT(trace.calls.size(), 1000u);
  EXPECT_EQ(static_cast<SimTime>(trace.calls.size()) + trace.left_out, events);
  EXPECT_EQ(read_file(warnings),
            "revprof: warning: " + scratch / "p0.trace" +
                ": File too large: the trace ends here, the prediction goes on\n");
}

TEST(FullDisk, may_leave_no_trace_at_all) {
  const ScratchDirectory scratch;
  const int status = in_a_child([&] {
    if (std::freopen("/dev/null", "w", stderr) == nullptr) ::_exit(2);
    const rlimit limit = {0, 0};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    auto sink = trace_in(scratch);
    write_events(*sink);
  });
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_FALSE(read_plain_trace(scratch / "p0.trace").complete);
}

}  // namespace
}  // namespace revprof
