// SPDX-License-Identifier: BSD-3-Clause
// Symbols, calls and clocks, and how a call is foreseen to be predicted.
#include "revprof/launch/look/call_forecast.hpp"

#include <gtest/gtest.h>

#include "revprof/launch/look/clock_table.hpp"
#include "revprof/launch/look/mpi_symbol.hpp"
#include "revprof/launch/look/program_calls.hpp"

namespace revprof {

namespace {

std::string call_of(const std::string& symbol) {
  const auto found = read_mpi_symbol(symbol);
  return found ? found->call : "";
}

Model model_with(const std::vector<std::string>& calls) {
  Model model;
  for (const std::string& call : calls) model.calls[call].resize(1);
  return model;
}

std::string foreseen(const std::string& call, const Model* model, bool seen = true) {
  const CallForecast forecast = forecast_call(call, seen, model);
  return name(forecast.forecast) + (forecast.equation.empty() ? "" : " " + forecast.equation);
}

ProgramFile importing(const std::set<std::string>& symbols) {
  ProgramFile file;
  file.name = "a.out";
  file.elf.imported = symbols;
  return file;
}

}  // namespace

TEST(MpiSymbol, the_ways_of_c_and_fortran) {
  for (const char* symbol : {"MPI_Isend", "PMPI_Isend", "mpi_isend", "mpi_isend_", "mpi_isend__",
                             "MPI_ISEND", "pmpi_isend_", "mpi_isend_f08_", "mpi_isend_f08ts_"}) {
    EXPECT_EQ(call_of(symbol), "MPI_Isend") << symbol;
  }
  EXPECT_EQ(call_of("mpi_send_f08ts_large_"), "MPI_Send_c");
  EXPECT_EQ(call_of("mpi_win_allocate_cptr_"), "MPI_Win_allocate");
  EXPECT_EQ(call_of("mpi_comm_create_group_"), "MPI_Comm_create_group");
  EXPECT_EQ(call_of("mpi_comm_rank"), "MPI_Comm_rank");  // one that costs nothing
  EXPECT_EQ(call_of("MPIX_Comm_agree"), "MPIX_Comm_agree");
  EXPECT_TRUE(read_mpi_symbol("PMPI_Isend")->profiled);
  EXPECT_EQ(read_mpi_symbol("mpi_isend_f08_")->interface, MpiSymbol::Interface::fortran);
}

TEST(MpiSymbol, what_is_no_call) {
  for (const char* symbol :
       {"MPI_DUP_FN", "mpi_comm_null_delete_fn_", "mpi_conversion_fn_null_", "mpi_fortran_bottom_",
        "mpi_helper", "ompi_mpi_comm_world", "mpi_", "MPI_", "printf", ""}) {
    EXPECT_EQ(call_of(symbol), "") << symbol;
  }
}

TEST(ClockTable, clocks) {
  EXPECT_STREQ(clock_read_by("clock_gettime"), "clock_gettime");
  EXPECT_STREQ(clock_read_by("_ZNSt6chrono3_V212steady_clock3nowEv"), "std::chrono::steady_clock");
  EXPECT_STREQ(clock_read_by("_ZNSt6chrono3_V212system_clock3nowEv"), "std::chrono::system_clock");
  EXPECT_STREQ(clock_read_by("_ZNSt3__16chrono12steady_clock3nowEv"), "std::chrono::steady_clock");
  EXPECT_STREQ(clock_read_by("_gfortran_system_clock_8"), "SYSTEM_CLOCK");
  EXPECT_STREQ(clock_read_by("omp_get_wtime_"), "omp_get_wtime");
  EXPECT_EQ(clock_read_by("MPI_Wtime"), nullptr);
  EXPECT_EQ(clock_read_by("timer_create"), nullptr);
  EXPECT_EQ(clock_read_by("mktime"), nullptr);
}

TEST(CallForecast, follows_the_stand_ins_as_the_engine_does) {
  const Model model = model_with({"MPI_Allreduce", "MPI_Isend", "MPI_Wait"});
  EXPECT_EQ(foreseen("MPI_Allreduce", &model), "measured MPI_Allreduce");
  EXPECT_EQ(foreseen("MPI_Iallreduce", &model), "stand_in MPI_Allreduce");
  EXPECT_EQ(foreseen("MPI_Iallreduce_c", &model), "stand_in MPI_Allreduce");
  EXPECT_EQ(foreseen("MPI_Barrier", &model), "stand_in MPI_Allreduce");
  EXPECT_EQ(foreseen("MPI_Alltoall", &model), "assumed");
  EXPECT_EQ(foreseen("MPI_Isend", &model), "measured MPI_Isend");
}

// The rule of these kinds asks for the other call's equation, also where the model had one of
// their own.
TEST(CallForecast, completions_are_those_of_wait) {
  const Model both = model_with({"MPI_Wait", "MPI_Waitall", "MPI_Isend"});
  EXPECT_EQ(foreseen("MPI_Waitall", &both), "measured MPI_Wait");
  EXPECT_EQ(foreseen("MPI_Startall", &both), "stand_in MPI_Isend");
  const Model start = model_with({"MPI_Start", "MPI_Startall", "MPI_Isend"});
  EXPECT_EQ(foreseen("MPI_Startall", &start), "measured MPI_Start");
  EXPECT_EQ(foreseen("MPI_Testsome", nullptr), "intercepted");
}

TEST(CallForecast, calls_without_cost_and_without_meaning) {
  const Model model = model_with({});
  EXPECT_EQ(foreseen("MPI_Init", &model), "no_cost");
  EXPECT_EQ(foreseen("MPI_Send_init", nullptr), "no_cost");
  EXPECT_EQ(foreseen("MPI_Comm_rank", &model, false), "passed_through");
  EXPECT_EQ(foreseen("MPI_Get_count_c", &model, false), "passed_through");
  EXPECT_EQ(foreseen("MPI_F_sync_reg", &model, false), "passed_through");
  EXPECT_EQ(foreseen("MPI_Psend_init", &model, false), "unsupported");
  EXPECT_EQ(foreseen("MPI_Send", &model, false), "unsupported");
}

TEST(ProgramCalls, one_unseen_way_makes_a_call_unsupported) {
  const Interception openmpi = {&open_mpi, {"MPI_Send", "mpi_send_", "mpi_send_f08_"}};
  const auto foreseen_of = [](const std::set<std::string>& symbols, const Interception& host) {
    return std::string(
        name(program_calls({importing(symbols)}, host, nullptr).at("MPI_Send").forecast.forecast));
  };
  EXPECT_EQ(foreseen_of({"MPI_Send", "mpi_send_", "mpi_send_f08_"}, openmpi), "intercepted");
  EXPECT_EQ(foreseen_of({"mpi_send", "mpi_send__", "MPI_SEND"}, openmpi), "intercepted");
  EXPECT_EQ(foreseen_of({"MPI_Send", "PMPI_Send"}, openmpi), "unsupported");
  const Interception other = {&mpich, {"MPI_Send"}};
  EXPECT_EQ(foreseen_of({"mpi_send_"}, other), "intercepted");  // by MPI_Send, which it calls
  EXPECT_EQ(foreseen_of({"mpi_send_f08ts_"}, other), "intercepted");
}

TEST(ProgramCalls, routines_of_the_programs_own) {
  ProgramFile library = importing({});
  library.elf.mpi_defined = {"mpi_helper_", "mpi_bcast"};
  const auto calls = program_calls({importing({"mpi_helper_", "mpi_bcast", "mpi_send_"}), library},
                                   {&open_mpi, {"mpi_bcast_", "mpi_send_"}}, nullptr);
  EXPECT_EQ(calls.size(), 1U);
  EXPECT_EQ(calls.count("MPI_Send"), 1U);
}

}  // namespace revprof
