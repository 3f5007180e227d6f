// SPDX-License-Identifier: BSD-3-Clause
// One row per symbol or pattern of symbols (* stands for anything).
#include "revprof/launch/look/clock_table.hpp"

#include <fnmatch.h>

namespace revprof {

namespace {

struct ClockRow {
  const char* symbol;
  const char* clock;
};

constexpr ClockRow clocks[] = {
    // C and POSIX
    {"time", "time"},
    {"clock", "clock"},
    {"ftime", "ftime"},
    {"times", "times"},
    {"getrusage", "getrusage"},
    {"gettimeofday", "gettimeofday"},
    {"clock_gettime", "clock_gettime"},
    {"timespec_get", "timespec_get"},
    // C++, of libstdc++ and of libc++ (high_resolution_clock is another name of one of them)
    {"_ZNSt6chrono*12steady_clock3nowEv", "std::chrono::steady_clock"},
    {"_ZNSt6chrono*12system_clock3nowEv", "std::chrono::system_clock"},
    {"_ZNSt*6chrono12steady_clock3nowEv", "std::chrono::steady_clock"},
    {"_ZNSt*6chrono12system_clock3nowEv", "std::chrono::system_clock"},
    // OpenMP, from C and from Fortran
    {"omp_get_wtime", "omp_get_wtime"},
    {"omp_get_wtime_", "omp_get_wtime"},
    // Fortran, of gfortran
    {"_gfortran_system_clock_*", "SYSTEM_CLOCK"},
    {"_gfortran_cpu_time_*", "CPU_TIME"},
    {"_gfortran_date_and_time", "DATE_AND_TIME"},
    {"_gfortran_second", "SECOND"},
    {"_gfortran_second_sub", "SECOND"},
    {"_gfortran_secnds", "SECNDS"},
    {"_gfortran_time_func", "TIME"},
    {"_gfortran_time8_func", "TIME8"},
    {"_gfortran_etime", "ETIME"},
    {"_gfortran_etime_sub", "ETIME"},
    {"_gfortran_dtime", "DTIME"},
    {"_gfortran_dtime_sub", "DTIME"},
    {"_gfortran_mclock", "MCLOCK"},
    {"_gfortran_mclock8", "MCLOCK8"},
    {"_gfortran_fdate", "FDATE"},
    {"_gfortran_fdate_sub", "FDATE"},
    {"_gfortran_idate_*", "IDATE"},
    {"_gfortran_itime_*", "ITIME"},
    // Fortran, of LLVM's flang
    {"_FortranASystemClockCount", "SYSTEM_CLOCK"},
    {"_FortranACpuTime", "CPU_TIME"},
    {"_FortranADateAndTime", "DATE_AND_TIME"},
    // performance counters that programs read the time by
    {"PAPI_get_real_*", "PAPI_get_real_*"},
    {"PAPI_get_virt_*", "PAPI_get_virt_*"},
};

}  // namespace

const char* clock_read_by(const std::string& symbol) {
  for (const ClockRow& row : clocks) {
    if (fnmatch(row.symbol, symbol.c_str(), 0) == 0) return row.clock;
  }
  return nullptr;
}

}  // namespace revprof
