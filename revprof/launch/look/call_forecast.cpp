// SPDX-License-Identifier: BSD-3-Clause
// Asks mpi.table, passed.table and the rules of stand-ins, as the library does.
#include "revprof/launch/look/call_forecast.hpp"

#include "revprof/calls/mpi_calls.hpp"
#include "revprof/calls/passed.hpp"
#include "revprof/calls/serving.hpp"

namespace revprof {

namespace {

int index_of(const std::string& call) {
  for (int c = 0; c < call_count; ++c) {
    if (call_traits[c].kind != Kind::equation && call == call_traits[c].name) return c;
  }
  return -1;
}

// A call with large counts (MPI_Send_c) is in the row of the call itself.
int row_of(const std::string& call) {
  const int row = index_of(call);
  const bool large = call.size() > 2 && call.compare(call.size() - 2, 2, "_c") == 0;
  return row < 0 && large ? index_of(call.substr(0, call.size() - 2)) : row;
}

CallForecast forecast_row(int row, const Model* model) {
  const CallTraits& traits = call_traits[row];
  if (traits.charge == Charge::nothing) return {Forecast::no_cost, ""};
  if (model == nullptr) return {Forecast::intercepted, ""};
  const int asked = traits.charge == Charge::stand_in ? traits.stand_in : row;
  const int serving = serving_row(
      mpi_calls(), asked, [&](const char* equation) { return model->has_equation(equation); });
  if (serving < 0) return {Forecast::assumed, ""};
  return {serving == asked ? Forecast::measured : Forecast::stand_in, call_traits[serving].name};
}

}  // namespace

const char* name(Forecast forecast) {
  static const char* const names[forecast_count] = {
      "measured", "stand_in", "assumed", "intercepted", "no_cost", "passed_through", "unsupported"};
  return names[static_cast<int>(forecast)];
}

bool is_mpi_call(const std::string& name) { return index_of(name) >= 0; }

CallForecast forecast_call(const std::string& call, bool seen, const Model* model) {
  const int row = row_of(call);
  if (seen && row >= 0) return forecast_row(row, model);
  if (row < 0 && why_passed(call) != nullptr) return {Forecast::passed_through, ""};
  return {};
}

}  // namespace revprof
