// SPDX-License-Identifier: BSD-3-Clause
// `revprof reprice`: the cost expression of a run that is done, evaluated for another model.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>

#include "fit/model/model_json.hpp"
#include "revprof/calls/mpi_calls.hpp"
#include "revprof/engine/cost_expression.hpp"
#include "revprof/engine/pricing.hpp"
#include "revprof/launch/command.hpp"
#include "revprof/launch/model/shipped_models.hpp"
#include "revprof/launch/options.hpp"
#include "revprof/report/text/path_text.hpp"
#include "revprof/report/text/quantity.hpp"
#include "revprof/report/text/text_table.hpp"
#include "revprof/trace/path/critical_path.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

namespace po = boost::program_options;

namespace {

constexpr const char* reprice_usage =
    "Usage: revprof reprice DIR --model FILE [options]\n\n"
    "Says at once, without running the program again, how long a run would take on another "
    "machine:\n"
    "its critical path, charged by another model. DIR is the directory of a run that was made "
    "with\n"
    "--critical-path 1, as by `revprof run --critical-path 1 --model machine.json -n 16 -- "
    "./a.out`.\n"
    "That is exact as long as the same path decides; it is said where another one may. Times are "
    "those\n"
    "of the models' equations alone, as on lane equation.\n\n"
    "Examples:\n"
    "  revprof reprice revprof-out --model other.json\n"
    "  revprof reprice revprof-out --model fugaku --step 2e-10\n\n";

// What the other model makes of a path.
class Repricing {
 public:
  Repricing(const CriticalPath& path, const Lane& lane)
      : pricing_(lane, path.processes, mpi_calls(), ProcessPlaces(path.places)) {
    for (const PathCharge& charge : path.charges) {
      const SimSum time = time_of(charge);
      time_ += time;
      by_call_[charge.call].first += charge.picoseconds;
      by_call_[charge.call].second += time;
      charges_.push_back({price_of(charge), charge.count, time});
    }
  }

  SimSum time() const { return time_; }
  std::vector<std::string> distances() const { return pricing_.distances(); }
  // By call; before and now.
  const std::map<std::string, std::pair<SimSum, SimSum>>& by_call() const { return by_call_; }
  CostExpression expression() const { return cost_expression(charges_, pricing_); }

  // How much later another way would be there than the path's own; negative: earlier.
  SimSum lead(const PathAlternative& alternative) {
    const auto sum = [&](const std::vector<PathCharge>& charges) {
      SimSum now, before;
      for (const PathCharge& charge : charges) {
        now += time_of(charge);
        before += charge.picoseconds;
      }
      return std::pair(now, before);
    };
    const auto [instead, instead_before] = sum(alternative.instead);
    const auto [present, present_before] = sum(alternative.present);
    // What both ways end with is no part of either: as long as it was.
    const SimSum end = present_before - instead_before - alternative.slack;
    return instead - present + end;
  }

 private:
  // On another machine, where it may be longer than any clock of a run.
  SimSum time_of(const PathCharge& charge) {
    const Price price = price_of(charge);
    if (is_of_unit(price.item)) {
      return SimSum::of_picoseconds(charge.count * pricing_.step_seconds() * 1e12);
    }
    if (!is_of_equation(price.item)) return charge.picoseconds;
    const SimTime one = pricing_.time(price);
    if (one >= end_of_time) {
      throw std::runtime_error("reprice: " + pricing_.lane().model->machine.name + ": " +
                               charge.call + " of the path takes 640 hours or more; expected less");
    }
    return SimSum::of_picoseconds(charge.count * static_cast<double>(one));
  }

  Pricing pricing_;
  SimSum time_;
  std::map<std::string, std::pair<SimSum, SimSum>> by_call_;
  std::vector<Charged> charges_;
};

std::string change_text(SimSum before, SimSum now) {
  if (before == 0) return "";
  char text[32];
  std::snprintf(text, sizeof text, "%+.1f %%",
                100 * (static_cast<double>(now) / static_cast<double>(before) - 1));
  return text;
}

std::string calls_table(const Repricing& repriced) {
  TextTable table({Align::left, Align::right, Align::right, Align::right});
  table.add({"on the path", "as run", "repriced", "change"});
  std::vector<std::pair<std::string, std::pair<SimSum, SimSum>>> rows(repriced.by_call().begin(),
                                                                      repriced.by_call().end());
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return std::max(a.second.first, a.second.second) > std::max(b.second.first, b.second.second);
  });
  for (const auto& [call, times] : rows) {
    table.add({call.empty() ? "computation" : call, time_text(seconds(times.first)),
               time_text(seconds(times.second)), change_text(times.first, times.second)});
  }
  return table.text(2);
}

// Whether the path stays, as far as can be told.
std::string doubt_text(const CriticalPath& path, Repricing& repriced) {
  SimSum longest;
  const PathAlternative* worst = nullptr;
  for (const PathAlternative& alternative : path.alternatives) {
    const SimSum lead = repriced.lead(alternative);
    if (lead <= 0) continue;
    if (lead <= longest) continue;
    longest = lead;
    worst = &alternative;
  }
  std::string text;
  if (worst != nullptr) {
    text += "  doubtful: " +
            wrapped("another way would become the longest, by up to " +
                        time_text(seconds(longest)) + " (" + worst->call + " of process " +
                        std::to_string(worst->process) + " at " + time_text(seconds(worst->at)) +
                        "): " + time_text(seconds(repriced.time() + longest)) +
                        " or more, if the program does the same there; run it with this model",
                    12) +
            "\n";
  }
  if (path.untold_decisions > 0) {
    text +=
        "  note: " +
        wrapped("of " + count_text(path.untold_decisions) + " of " + count_text(path.decisions) +
                    " points it is not known what other ways there are",
                8) +
        "\n";
  }
  if (repriced.distances() != path.distances) {
    text += "  note: " +
            wrapped(
                "other ranks are near each other on this machine: ways between other ranks than "
                "those on the path may be the longest there, and messages may share other links; "
                "run it with this model",
                8) +
            "\n";
  }
  if (text.empty()) {
    text = "  " +
           wrapped("the same path decides: at none of " + count_text(path.decisions) +
                       " points another way would become the longest",
                   2) +
           "\n";
  }
  return text;
}

double step_of(const po::variables_map& chosen, const CriticalPath& path) {
  if (chosen.count("step") == 0) return path.step_seconds;
  const double step = chosen["step"].as<double>();
  if (!(step >= 0) || !std::isfinite(step)) {
    throw UsageError("reprice: --step: expected seconds of at least 0");
  }
  return step;
}

}  // namespace

int reprice_command(const std::vector<std::string>& words) {
  po::options_description options("Options");
  options.add_options()("model", po::value<std::string>()->value_name("FILE"),
                        "machine model, or the name of one that ships")(
      "step", po::value<double>()->value_name("SECONDS"),
      "time of one compute step there (default: as in the run)")("help,h", "this page");
  po::options_description all;
  all.add(options).add_options()("directory", po::value<std::string>());
  po::positional_options_description positional;
  positional.add("directory", 1);
  const po::variables_map chosen = parse_options("reprice", words, all, positional);
  if (chosen.count("help") != 0) {
    std::cout << reprice_usage << options;
    return 0;
  }
  if (chosen.count("directory") == 0) throw UsageError("reprice: expected the directory of a run");
  if (chosen.count("model") == 0) throw UsageError("reprice: expected --model FILE");
  const auto& directory = chosen["directory"].as<std::string>();
  const std::string file = directory + "/path.json";
  if (!std::filesystem::exists(file)) {
    throw UsageError(
        "reprice: " + file +
        ": no such file; expected the directory of a run with --critical-path 1: make "
        "the run again so (revprof run --critical-path 1 --model FILE -n P -- PROGRAM)");
  }
  const CriticalPath path = critical_path_in(directory);

  Lane lane;
  lane.name = "equation";
  lane.model =
      std::make_shared<const Model>(read_model(model_path(chosen["model"].as<std::string>())));
  lane.estimate = LaneEstimate::equation;
  lane.step_seconds = step_of(chosen, path);
  Repricing repriced(path, lane);

  std::cout << "  " << std::to_string(path.processes)
            << (path.processes == 1 ? " process\n" : " processes\n") << "  "
            << (path.machine.empty() ? "unnamed machine" : path.machine) << "  "
            << time_text(seconds(path.picoseconds)) << "\n  "
            << (lane.model->machine.name.empty() ? "unnamed machine" : lane.model->machine.name)
            << "  " << time_text(seconds(repriced.time())) << "  "
            << change_text(path.picoseconds, repriced.time()) << "\n\n"
            << doubt_text(path, repriced) << '\n'
            << calls_table(repriced) << '\n';
  const CostExpression expression = repriced.expression();
  std::cout << cost_expression_table(expression.terms, std::max<SimSum>(repriced.time(), 1)) << "  "
            << band_text(expression.band, std::max<SimSum>(repriced.time(), 1)) << '\n';
  return 0;
}

}  // namespace revprof
