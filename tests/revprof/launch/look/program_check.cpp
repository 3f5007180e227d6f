// SPDX-License-Identifier: BSD-3-Clause
// Which programs `revprof run` refuses, and why.
#include "revprof/launch/look/program_check.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include "command_line.hpp"
#include "revprof/launch/look/program_path.hpp"

namespace revprof {

class ProgramCheck : public CommandLine {
 protected:
  static std::string refusal(const std::string& program) {
    try {
      check_program(program);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }

  static void write_program(const std::string& file, const std::string& text) {
    write(file, text);
    chmod(file.c_str(), 0755);
  }
};

TEST_F(ProgramCheck, an_mpi_program_passes) { EXPECT_EQ(refusal(programs + "/sums"), ""); }

TEST_F(ProgramCheck, a_script_passes) {
  write_program("script", "#!/bin/sh\nexit 0\n");
  EXPECT_EQ(refusal("./script"), "");
}

TEST_F(ProgramCheck, a_program_that_starts_others_passes) {
  EXPECT_EQ(refusal(find_program("env")), "");
}

TEST_F(ProgramCheck, a_program_whose_library_loads_others_passes) {
  EXPECT_EQ(refusal(programs + "/loads"), "");
}

TEST_F(ProgramCheck, no_mpi) {
  const std::string program = programs + "/no_mpi";
  EXPECT_EQ(refusal(program),
            program + ": makes no MPI call: neither it nor a library it loads is linked with MPI");
}

TEST_F(ProgramCheck, mpi_inside_the_program) {
  EXPECT_NE(refusal(programs + "/own_init").find("linked with MPI statically"), std::string::npos);
}

TEST_F(ProgramCheck, static_program) {
  EXPECT_NE(refusal(programs + "/static_program").find("statically linked"), std::string::npos);
}

TEST_F(ProgramCheck, fortran) {
  EXPECT_EQ(refusal(programs + "/fortran_calls"), "");
  EXPECT_NE(refusal(programs + "/own_fortran").find("part of the program (mpi_init_)"),
            std::string::npos);
}

TEST_F(ProgramCheck, unknown_mpi) {
  EXPECT_NE(refusal(programs + "/other_mpi").find("linked with libmpi.so.20; expected Open MPI"),
            std::string::npos);
  EXPECT_NE(
      refusal(programs + "/other_abi")
          .find("linked with libmpi_abi.so.0, the binary interface of MPI 5, which revprof does "
                "not follow yet"),
      std::string::npos);
}

// The loader ignores LD_PRELOAD where a program starts with another user's rights.
TEST_F(ProgramCheck, setuid) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give a file away";
  std::filesystem::copy_file(programs + "/sums", "sums");
  chmod("sums", 04755);
  EXPECT_EQ(refusal("./sums"), "");  // root's own
  ASSERT_EQ(chown("sums", 65534, 65534), 0);
  chmod("sums", 04755);
  EXPECT_NE(refusal("./sums").find("starts with other rights than yours (setuid)"),
            std::string::npos);
  chmod("sums", 02755);
  EXPECT_NE(refusal("./sums").find("(setgid)"), std::string::npos);
  chmod("sums", 0755);
  EXPECT_EQ(refusal("./sums"), "");
}

TEST_F(ProgramCheck, thirty_two_bits) {
  std::string header = std::string(
                           "\x7f"
                           "ELF\1\1\1",
                           7) +
                       std::string(9, '\0');
  header += std::string("\2\0\3\0\1\0\0\0", 8) + std::string(16, '\0');
  header += std::string("\x34\0\x20\0\0\0\x28\0\0\0\0\0", 12);
  write_program("old", header);
  EXPECT_EQ(refusal("./old"),
            "./old: a 32-bit program; expected a 64-bit one, as revprof itself is");
}

TEST_F(ProgramCheck, who_runs_a_script) {
  using Paths = std::vector<std::string>;
  const std::string sh = find_program("sh");
  write_program("plain", "#!/bin/sh\n");
  EXPECT_EQ(interpreters_of("./plain"), Paths{"/bin/sh"});
  write_program("by_env", "#! /usr/bin/env -S A=1 sh -e\n");
  EXPECT_EQ(interpreters_of("./by_env"), Paths{sh});
  write_program("by_script", "#!./by_env\n");
  EXPECT_EQ(interpreters_of("./by_script"), (Paths{"./by_env", sh}));
  write_program("by_nothing", "#!\n");
  EXPECT_THROW(interpreters_of("./by_nothing"), std::runtime_error);
  write_program("by_missing", "#!./missing\n");
  EXPECT_THROW(interpreters_of("./by_missing"), std::runtime_error);
  EXPECT_EQ(interpreters_of(programs + "/sums"), Paths{});
}

TEST_F(ProgramCheck, obstacles_have_names) {
  EXPECT_FALSE(look_into(programs + "/sums").obstacle);
  const std::pair<const char*, const char*> expected[] = {{"own_init", "static_mpi"},
                                                          {"own_fortran", "static_fortran_mpi"},
                                                          {"static_program", "static"},
                                                          {"other_mpi", "unknown_mpi"},
                                                          {"no_mpi", "no_mpi"}};
  for (const auto& [program, name] : expected) {
    const ProgramLook look = look_into(programs + "/" + program);
    ASSERT_TRUE(look.obstacle) << program;
    EXPECT_EQ(look.obstacle->name, name);
  }
}

TEST_F(ProgramCheck, neither_program_nor_script) {
  write_program("text", "hello\n");
  EXPECT_NE(refusal("./text").find("neither a program (ELF) nor a script"), std::string::npos);
}

TEST_F(ProgramCheck, half_a_program) {
  const std::string whole = read(programs + "/sums");
  for (const std::size_t bytes : {std::size_t{10}, std::size_t{100}, whole.size() / 2}) {
    write_program("half", whole.substr(0, bytes));
    EXPECT_NE(refusal("./half"), "") << bytes << " bytes";
  }
}

TEST_F(ProgramCheck, finds_programs_as_a_shell_does) {
  EXPECT_EQ(find_program(programs + "/sums"), programs + "/sums");
  EXPECT_NE(find_program("sh").find("/sh"), std::string::npos);
  write_program("sums", "#!/bin/sh\n");
  write("plain", "#!/bin/sh\n");
  EXPECT_THROW(find_program("./plain"), std::runtime_error);
  EXPECT_THROW(find_program("./nowhere"), std::runtime_error);
  EXPECT_THROW(find_program("."), std::runtime_error);
  try {
    find_program("sums");
    FAIL() << "found in the working directory";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "sums: no such program in PATH (did you mean ./sums?)");
  }
}

}  // namespace revprof
