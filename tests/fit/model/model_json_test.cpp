// SPDX-License-Identifier: BSD-3-Clause
// The model file: what is written reads back, and what is wrong is refused with its place.
#include "fit/model/model_json.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>

#include "model_text.hpp"

namespace revprof {

TEST(ModelJson, reads_every_field) {
  const Model model = parse_model(valid, "m.json");
  EXPECT_EQ(model.machine.ranks_per_node, 4);
  EXPECT_EQ(model.machine.size_meaning, "per peer");
  EXPECT_EQ(model.point_to_point.eager_limit_bytes, 4096);
  EXPECT_EQ(model.point_to_point.block_sizes, (std::vector<int>{4, 64}));
  const DistanceClass& near = model.calls.at("MPI_Bcast").at(0);
  EXPECT_EQ(near.within, 4);
  const Regime& first = near.regimes.at(0);
  EXPECT_EQ(first.max_bytes, 32);
  EXPECT_TRUE((first.form == Form{Startup::log_p, Data::p_d}));
  EXPECT_EQ(first.k, 3e-10);
  EXPECT_EQ(first.standard_errors->c, 1e-7);
  EXPECT_EQ((*first.covariance)[0][2], 0.5);
  EXPECT_EQ(first.log_residual, 0.04);
  EXPECT_EQ(first.band_factor, 1.09);
  EXPECT_EQ(first.repetition_spread, 0.2);
  EXPECT_EQ(first.cell_error, 0.06);
  EXPECT_TRUE((first.runner_up->form == Form{Startup::none, Data::d}));
  EXPECT_EQ(first.quality->points, 42);
  EXPECT_EQ(first.quality->left_out_error, 0.25);
  EXPECT_EQ(first.quality->each_left_out_error, 0.125);
  EXPECT_FALSE(near.regimes.at(1).quality);
  EXPECT_EQ(near.cells->log_residuals[1][1], -0.5);
  EXPECT_TRUE(std::isnan(near.cells->log_residuals[0][1]));
  const DistanceClass& far = model.calls.at("gap").at(0);
  EXPECT_EQ(far.within, 0);
  EXPECT_EQ(far.regimes.at(0).max_bytes, std::numeric_limits<std::int64_t>::max());
  EXPECT_FALSE(far.cells);
}

TEST(ModelJson, class_by_ranks_apart) {
  std::string text = valid;
  text.replace(text.find("within 4"), 8, "16 apart");
  const Model model = parse_model(text, "m.json");
  EXPECT_EQ(model.calls.at("MPI_Bcast").at(0).within, -16);
  EXPECT_NE(to_json(model).find("\"16 apart\""), std::string::npos);
}

TEST(ModelJson, map_of_all_pairs) {
  const auto mapped = [](const std::string& rows) {
    return with("\"block_sizes\": [4, 64]", "\"block_sizes\": [], \"distances\": " + rows);
  };
  const Model model = parse_model(mapped("[[1, 2, 1], [1, 2], [1]]"), "m.json");
  EXPECT_EQ(model.point_to_point.distances(0, 3), 1);
  EXPECT_EQ(model.point_to_point.distances(1, 3), 2);
  const std::string text = to_json(model);
  EXPECT_EQ(to_json(parse_model(text, "again")), text);
  EXPECT_EQ(to_json(parse_model(valid, "m.json")).find("distances"), std::string::npos);
  for (const char* rows : {"[[1, 2], [1, 2]]", "[[1]], 1", "[[0]]", "[[2]]", "1"}) {
    EXPECT_NE(complaint(mapped(rows)), "no complaint") << rows;
  }
}

TEST(ModelJson, writes_what_it_reads) {
  const std::string text = to_json(parse_model(valid, "m.json"));
  EXPECT_EQ(to_json(parse_model(text, "again")), text);
  // The order of fit/FORMATS.md.
  std::size_t last = 0;
  for (const char* key : {"format",         "version",         "machine",
                          "ranks_per_node", "point_to_point",  "eager_limit_bytes",
                          "calls",          "MPI_Bcast",       "class",
                          "regimes",        "min_bytes",       "max_bytes",
                          "min_processes",  "max_processes",   "startup",
                          "data",           "standard_errors", "covariance",
                          "log_residual",   "band_factor",     "repetition_spread",
                          "cell_error",     "runner_up",       "quality",
                          "cells",          "log_residuals"}) {
    const std::size_t at = text.find('"' + std::string(key) + '"', last);
    ASSERT_NE(at, std::string::npos) << key;
    last = at;
  }
}

TEST(ModelJson, keeps_every_digit) {
  Model model = parse_model(valid, "m.json");
  Regime& regime = model.calls["MPI_Bcast"][0].regimes[0];
  regime.c = 0.1 + 0.2;
  regime.k = std::numeric_limits<double>::denorm_min();
  const Model again = parse_model(to_json(model), "m.json");
  EXPECT_EQ(again.calls.at("MPI_Bcast")[0].regimes[0].c, regime.c);
  EXPECT_EQ(again.calls.at("MPI_Bcast")[0].regimes[0].k, regime.k);
}

TEST(ModelJson, writes_a_file_in_one_piece) {
  const auto directory = std::filesystem::temp_directory_path() / "revprof_model_json_test";
  std::filesystem::create_directories(directory);
  const std::string path = directory / "m.json";
  const Model model = parse_model(valid, "m.json");
  write_model(model, path);
  EXPECT_EQ(to_json(read_model(path)), to_json(model));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(directory), {}), 1);
  std::filesystem::remove_all(directory);
  EXPECT_THROW(write_model(model, path), FileError);
  EXPECT_THROW(read_model(path), FileError);
}

TEST(ModelJson, refuses_what_is_not_a_model) {
  EXPECT_NE(complaint("").find("m.json: expected a machine model in JSON"), std::string::npos);
  EXPECT_NE(complaint("[]").find("m.json: expected an object"), std::string::npos);
  EXPECT_NE(complaint(R"({"a": 1, "b": 2, "a": 3})")
                .find("m.json: expected a machine model in JSON, found the key \"a\" twice"),
            std::string::npos);
  const std::string deep = std::string(1000000, '[') + std::string(1000000, ']');
  EXPECT_NE(complaint(deep).find("m.json: expected an object, found"), std::string::npos);
  EXPECT_NE(complaint(R"({"version": 1, "format": )" + deep + "}")
                .find("m.json: format: expected a text"),
            std::string::npos);
  // Cut anywhere, it is an error and never a crash.
  for (std::size_t length = 0; length < valid.size(); length += 7) {
    EXPECT_NE(complaint(valid.substr(0, length)).find("m.json: "), std::string::npos) << length;
  }
}

TEST(ModelJson, names_place_and_expectation) {
  const struct {
    const char *from, *to, *complaint;
  } table[] = {
      {"revprof-model", "other", "m.json: format: expected \"revprof-model\", found \"other\""},
      {"\"version\": 1", "\"version\": 2",
       "m.json: version: expected 1, the only version so far, found 2"},
      {"\"version\": 1", "\"version\": \"1\"", "version: expected an integer"},
      {"\"version\": 1,", "\"version\": 1, \"extra\": 0,", "m.json: unknown key \"extra\""},
      {"\"mpi\": \"m\", ", "", "machine: expected the key \"mpi\", which is missing"},
      {"\"name\": \"n\"", "\"name\": 3", "machine.name: expected a text, found 3"},
      {"\"ranks_per_node\": 4", "\"ranks_per_node\": 0", "machine.ranks_per_node: expected"},
      {"\"eager_limit_bytes\": 4096", "\"eager_limit_bytes\": -1", "eager_limit_bytes: expected"},
      {"[4, 64]", "[64, 4]", "point_to_point.block_sizes[1]: expected an integer from 65"},
      {"\"MPI_Bcast\"", "\"Bcast\"", "calls: unknown call \"Bcast\""},
      {"within 4", "within four", "calls.MPI_Bcast[0].class: expected \"beyond\", \"within b\""},
      {"within 4", "within 0", "calls.MPI_Bcast[0].class: expected"},
      {"within 4", "0 apart", "calls.MPI_Bcast[0].class: expected"},
      {"within 4", "4 apart from", "calls.MPI_Bcast[0].class: expected"},
      {"\"k\": 3e-10", "\"k\": null",
       "m.json: calls.MPI_Bcast[0].regimes[0].k: expected a number, found null"},
      {"\"k\": 3e-10", "\"k\": NaN",
       "m.json: expected a machine model in JSON, found a parse error"},
      {"\"k\": 3e-10", "\"k\": Infinity", "parse error"},
      {"\"k\": 3e-10", "\"k\": 1e999", "m.json: expected a machine model in JSON"},
      {"\"k\": 3e-10", "\"k\": 1, \"k\": 2", "\"k\" twice"},
      {", \"k\": 3e-10", "", "regimes[0]: expected the key \"k\", which is missing"},
      {"\"min_bytes\": 0", "\"min_bytes\": -8",
       "regimes[0].min_bytes: expected an integer of at least 0"},
      {"\"min_bytes\": 0", "\"min_bytes\": 0.5", "regimes[0].min_bytes: expected an integer"},
      {"\"max_bytes\": 32", "\"max_bytes\": 18446744073709551615",
       "max_bytes: expected an integer"},
      {"\"max_bytes\": 64", "\"max_bytes\": 8",
       "regimes[1].max_bytes: expected an integer of at least 33"},
      {"\"min_processes\": 2", "\"min_processes\": 0", "min_processes: expected an integer from 1"},
      {"\"log(p)\"", "\"log p\"",
       "regimes[0].startup: expected \"p\", \"log(p)\", \"p^2\" or null"},
      {"\"log(p)\"", "\"\"", "regimes[0].startup: expected"},
      {"\"p*d\"", "\"d*p\"", "regimes[0].data: expected"},
      {"\"c\": 1e-7", "\"c\": -1e-7", "standard_errors.c: expected a number of at least 0"},
      {"[0, 0, 0]", "[0, 0]", "covariance[1]: expected an array of 3, found an array of 2"},
      {"1.09", "0.5", "band_factor: expected a number of at least 1, found 0.5"},
      {"0.2,", "-1,", "repetition_spread: expected a number of at least 0, found -1"},
      {"0.06", "null", "cell_error: expected a number of at least 0, found null"},
      {"\"coverage\": 0.95", "\"coverage\": 1.5",
       "coverage: expected a number of at least 0 and at"},
      {"\"points\": 42, ", "", "quality: expected the key \"points\""},
      {"\"min_bytes\": 33", "\"min_bytes\": 32",
       "MPI_Bcast[0].regimes: expected regimes without holes and overlaps, found 2 for 32 to 32 "
       "bytes and 2 to 4 processes"},
      {"\"min_bytes\": 33", "\"min_bytes\": 40", "found none for 33 to 39 bytes and 2 to 4"},
      {"[2, 4]", "[4, 2]", "cells.processes[1]: expected an integer from 5"},
      {"[0, 64]", "[0, 32, 64]", "log_residuals[0]: expected an array of 3, found an array of 2"},
      {"[[0.5, null], [0, -0.5]]", "[]", "log_residuals: expected an array of 2"},
      {"[0.5, null]", "[0.5, \"\"]", "log_residuals[0][1]: expected a number, found \"\""},
  };
  for (const auto& row : table) {
    const std::string found = complaint(with(row.from, row.to));
    EXPECT_NE(found.find(row.complaint), std::string::npos)
        << row.from << " -> " << row.to << ": " << found;
    EXPECT_EQ(found.rfind("m.json: ", 0), 0U) << found;
  }
}

TEST(ModelJson, a_class_comes_once) {
  const std::string text = with("\"gap\": [", R"~("transit": [{"regimes": [
      {"min_bytes": 0, "max_bytes": 1, "min_processes": 2, "max_processes": 2, "startup": null,
       "data": "d", "c": 1, "s": 0, "k": 0}]}, {"class": "beyond", "regimes": [
      {"min_bytes": 0, "max_bytes": 1, "min_processes": 2, "max_processes": 2, "startup": null,
       "data": "d", "c": 1, "s": 0, "k": 0}]}], "gap": [)~");
  EXPECT_NE(complaint(text).find("calls.transit[1]: expected each distance class once"),
            std::string::npos);
  EXPECT_NE(complaint(with("\"gap\": [", "\"gap\": [], \"exchange\": [")).find("at least one"),
            std::string::npos);
}

}  // namespace revprof
