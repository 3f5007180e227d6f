// SPDX-License-Identifier: BSD-3-Clause
// Runs pdflatex, bounded in time, and so that the same document always gives the same bytes.
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <thread>
#include <utility>
#include <vector>

#include "fit/datasheet/datasheet.hpp"
#include "fit/datasheet/datasheet_split.hpp"
#include "fit/datasheet/temporary_directory.hpp"
#include "fit/file/whole_file.hpp"

namespace revprof {

namespace {

namespace fs = std::filesystem;

constexpr int cannot_execute = 127;
constexpr std::chrono::minutes longest_run{15};
constexpr int most_error_lines = 8;

// Between fork and exec: only calls that are safe there.
[[noreturn]] void become_pdflatex(const char* directory, const char* document,
                                  char* const* environment) {
  setpgid(0, 0);                     // so that a time-out ends its children too
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody waits for it then
  const int null = open("/dev/null", O_RDWR);
  if (null >= 0) {
    dup2(null, STDIN_FILENO);
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
  }
  if (chdir(directory) != 0) _exit(cannot_execute - 1);
  const char* const arguments[] = {"pdflatex",
                                   "-interaction=nonstopmode",
                                   "-halt-on-error",
                                   "-no-shell-escape",
                                   "-file-line-error",
                                   document,
                                   nullptr};
  execvpe(arguments[0], const_cast<char* const*>(arguments), environment);
  _exit(errno == ENOENT ? cannot_execute : cannot_execute - 1);
}

// The caller's environment, but no time of day and no folded lines in the log.
std::vector<std::string> pdflatex_environment() {
  std::vector<std::string> entries = {"SOURCE_DATE_EPOCH=0", "FORCE_SOURCE_DATE=1",
                                      "max_print_line=10000", "error_line=254",
                                      "half_error_line=238"};
  const std::size_t own = entries.size();
  for (char** entry = environ; *entry; ++entry) {
    const std::string text = *entry;
    bool replaced = false;
    for (std::size_t i = 0; i < own; ++i) {
      replaced |=
          text.compare(0, entries[i].find('=') + 1, entries[i], 0, entries[i].find('=') + 1) == 0;
    }
    if (!replaced) entries.push_back(text);
  }
  return entries;
}

// pdflatex on one document of a directory; what still runs at the end of its life is killed.
class PdflatexRun {
 public:
  PdflatexRun(const fs::path& directory, const std::string& document) {
    const std::vector<std::string> entries = pdflatex_environment();
    std::vector<char*> environment;
    for (const std::string& entry : entries) {
      environment.push_back(const_cast<char*>(entry.c_str()));
    }
    environment.push_back(nullptr);
    child_ = fork();
    if (child_ < 0) throw DatasheetError(std::string("pdflatex: ") + std::strerror(errno));
    if (child_ == 0) become_pdflatex(directory.c_str(), document.c_str(), environment.data());
  }
  PdflatexRun(PdflatexRun&& other) noexcept : child_(std::exchange(other.child_, 0)) {}
  PdflatexRun& operator=(PdflatexRun&&) = delete;
  ~PdflatexRun() {
    if (child_ == 0) return;
    kill(-child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }

  // The exit code; nothing if the time was up.
  std::optional<int> wait_until(std::chrono::steady_clock::time_point end) {
    int status = 0;
    for (;;) {
      const pid_t done = waitpid(child_, &status, WNOHANG);
      if (done == child_) break;
      if (done < 0 && errno != EINTR) {
        throw DatasheetError(std::string("pdflatex: ") + std::strerror(errno));
      }
      if (std::chrono::steady_clock::now() > end) return std::nullopt;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    child_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  pid_t child_ = 0;
};

void write_text(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw DatasheetError(path.string() + ": cannot be written");
}

std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || fs::is_directory(path)) {
    throw DatasheetError(path + ": cannot be read, expected a LaTeX document");
  }
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// Writes datasheet.tex with the graphs ready beside it; or, where they cannot be built apart, with
// the graphs inside, so that an error is found at its place in the user's document.
void prepare(const fs::path& directory, const std::string& tex,
             std::chrono::steady_clock::time_point end) {
  const SplitDocument split = split_graphs(tex);
  std::vector<PdflatexRun> runs;
  for (const std::string& graphs : split.graphs) {
    const std::string name = "graphs" + std::to_string(runs.size()) + ".tex";
    write_text(directory / name, graphs);
    runs.emplace_back(directory, name);
  }
  bool built = true;
  for (PdflatexRun& run : runs) built &= run.wait_until(end) == 0;
  write_text(directory / "datasheet.tex", built ? split.whole : tex);
}

// The lines of a log that say what went wrong: "datasheet.tex:12: Undefined control sequence." and
// "l.12 ...".
std::string error_lines(const fs::path& log) {
  std::ifstream file(log);
  std::string lines, line;
  int count = 0;
  while (count < most_error_lines && std::getline(file, line)) {
    const bool error = line.rfind("! ", 0) == 0 || line.rfind("./datasheet.tex:", 0) == 0 ||
                       line.rfind("datasheet.tex:", 0) == 0 || line.rfind("l.", 0) == 0;
    if (!error) continue;
    lines += "\n  " + line.substr(0, 200);
    ++count;
  }
  return lines.empty() ? "\n  (the log names no error)" : lines;
}

void copy_over(const fs::path& from, const fs::path& to) {
  try {
    write_file(to.string(), read_file(from.string()));
  } catch (const FileError& error) {
    throw DatasheetError(error.what());
  }
}

}  // namespace

std::string build_pdf(const std::string& tex_path) {
  const TemporaryDirectory directory("revprof-datasheet");
  const auto end = std::chrono::steady_clock::now() + longest_run;
  prepare(directory.path(), read_text(tex_path), end);
  fs::path pdf = tex_path;
  pdf.replace_extension(".pdf");
  const fs::path log = tex_path + ".log";  // MACHINE.log may be what the model was fitted to

  const std::optional<int> code = PdflatexRun(directory.path(), "datasheet.tex").wait_until(end);
  if (code == cannot_execute) {
    throw PdflatexMissing(
        tex_path +
        ": is written, but not built to PDF: pdflatex is not installed (Debian: apt-get "
        "install texlive-latex-base texlive-latex-recommended texlive-pictures lmodern)");
  }
  std::error_code error;
  const fs::path made = directory.path() / "datasheet.pdf";
  if (code == 0 && fs::exists(made, error)) {
    copy_over(made, pdf);
    return pdf.string();
  }
  const fs::path made_log = directory.path() / "datasheet.log";
  const std::string reason =
      code ? "pdflatex failed with exit code " + std::to_string(*code)
           : "pdflatex was stopped after " + std::to_string(longest_run.count()) + " minutes";
  if (!fs::exists(made_log, error))
    throw DatasheetError(tex_path + ": " + reason + ", without a log");
  copy_over(made_log, log);
  throw DatasheetError(tex_path + ": " + reason + "; its whole log is " + log.string() +
                       error_lines(made_log));
}

}  // namespace revprof
