// SPDX-License-Identifier: BSD-3-Clause
// `revprof model eval`: its numbers, and the functions that it prints against them.
#include <iterator>

#include "command_line.hpp"
#include "fit/measurements/measurements.hpp"

namespace revprof {

class ModelEval : public CommandLine {
 protected:
  // The printed function at the places of the printed table: Python's own arithmetic is the judge.
  void expect_same_in_python(const std::string& model, const std::string& call,
                             const std::string& p, const std::string& d) {
    const CapturedOutput code = revprof({"model", "eval", model, call, "--python"});
    ASSERT_EQ(code.exit_code, 0) << code.text;
    const CapturedOutput table = revprof({"model", "eval", model, call, "-p", p, "-d", d, "--csv"});
    ASSERT_EQ(table.exit_code, 0) << table.text;
    write("f.py", code.text);
    write("t.csv", table.text);
    write("check.py",
          "import csv, sys\n"
          "f = __import__('f')\n"
          "rows = list(csv.DictReader(open('t.csv')))\n"
          "assert rows\n"
          "for row in rows:\n"
          "    name = row['call'].replace('.', '_')\n"
          "    of_class = name + '_' + row['class'].replace(' ', '_')\n"
          "    t = getattr(f, name, None) or getattr(f, of_class)\n"
          "    t = t(int(row['processes']), int(row['bytes']))\n"
          "    if abs(t / float(row['equation']) - 1) > 1e-12: sys.exit(f'{row} {t}')\n");
    const CapturedOutput judged = capture({"python3", "check.py"});
    EXPECT_EQ(judged.exit_code, 0) << model << ' ' << call << ": " << judged.text;
  }
};

TEST_F(ModelEval, low_mean_high_equation_and_what_was_measured) {
  write("cells.csv",
        "# revprof-measurements 1\n# machine: test\n"
        "call,class,processes,bytes,repetitions,minimum,lower_quartile,median,upper_quartile,"
        "maximum\n"
        "MPI_Bcast,beyond,2,8,10,8e-06,1e-05,1e-05,1e-05,2e-05\n"
        "MPI_Bcast,beyond,2,1024,10,1e-05,2e-05,2e-05,2e-05,3e-05\n"
        "MPI_Bcast,beyond,4,8,10,2e-05,2e-05,2e-05,2e-05,2e-05\n"
        "MPI_Bcast,beyond,4,1024,10,3e-05,3e-05,3e-05,3e-05,3e-05\n");
  ASSERT_EQ(revprof({"fit", "cells.csv", "-o", "cells.json", "--no-datasheet"}).exit_code, 0);
  const CapturedOutput table =
      revprof({"model", "eval", "cells.json", "MPI_Bcast", "-p", "2,64", "-d", "8,1K"});
  EXPECT_EQ(table.exit_code, 0) << table.text;
  const auto has = [&](const std::string& text) {
    EXPECT_NE(table.text.find(text), std::string::npos) << text << '\n' << table.text;
  };
  has("p         d  class");
  has("8.000 us  20.00 us");  // of the file beside the model
  has("1.00 KiB");
  has("extrapolated");
  const CapturedOutput measured = revprof({"model", "eval", "cells.json", "MPI_Bcast", "--csv"});
  EXPECT_NE(measured.text.find("MPI_Bcast,beyond,4,1024,"), std::string::npos) << measured.text;
  EXPECT_NE(measured.text.find(",3e-05,3e-05,0\n"), std::string::npos) << measured.text;
}

// 0.5 ns an addition, 0.25 ns a byte for each process that reads, on a node of 4.
TEST_F(ModelEval, computation_of_a_node) {
  std::string cells =
      "# revprof-measurements 1\n# machine: test\n# caches: L1 32768\n# simd_bytes: 32\n"
      "call,class,processes,bytes,repetitions,minimum,lower_quartile,median,upper_quartile,"
      "maximum\n";
  const auto add = [&](const std::string& row, int q, long w, double seconds) {
    cells += row + ",beyond," + std::to_string(q) + "," + std::to_string(w) + ",10";
    char time[32];
    std::snprintf(time, sizeof time, ",%.17g", seconds);
    for (int i = 0; i < 5; ++i) cells += time;
    cells += "\n";
  };
  for (const int q : {1, 2, 4}) {
    for (const long w : {4096, 16384, 65536}) {
      const auto work = static_cast<double>(w);
      add("operation.float_add.chain", q, w, 0.5e-9 * work);
      add("memory.main.read", q, w, 0.25e-9 * q * work);
    }
  }
  write("cells.csv", cells);
  const CapturedOutput fitted = revprof({"fit", "cells.csv", "-o", "cells.json", "--no-datasheet"});
  ASSERT_EQ(fitted.exit_code, 0) << fitted.text;
  // Its points and its one regime, not dashes.
  EXPECT_NE(fitted.text.find("operation.float_add.chain       9        1 "), std::string::npos)
      << fitted.text;
  const std::string checked = revprof({"model", "check", "cells.json"}).text;
  EXPECT_NE(checked.find("sound, 0 calls and 2 rows of computation of test"), std::string::npos)
      << checked;
  const std::string listed = revprof({"models", "cells.json"}).text;
  EXPECT_NE(listed.find("operation.float_add.chain"), std::string::npos) << listed;
  EXPECT_NE(listed.find("4,096-65,536"), std::string::npos) << listed;
  const CapturedOutput adds = revprof(
      {"model", "eval", "cells.json", "operation.float_add.chain", "-p", "4", "-d", "8192"});
  EXPECT_EQ(adds.exit_code, 0) << adds.text;
  EXPECT_NE(adds.text.find("8,192"), std::string::npos) << adds.text;
  EXPECT_NE(adds.text.find("4.096 us"), std::string::npos) << adds.text;
  const std::string reads =
      revprof({"model", "eval", "cells.json", "memory.main.read", "-p", "1,4", "-d", "8K"}).text;
  EXPECT_NE(reads.find("8.00 KiB"), std::string::npos) << reads;
  EXPECT_NE(reads.find("2.048 us"), std::string::npos) << reads;
  EXPECT_NE(reads.find("8.192 us"), std::string::npos) << reads;
  expect_same_in_python("cells.json", "memory.main.read", "1,2,3,4", "4096,9999");
  const CapturedOutput none = revprof({"model", "eval", "cells.json", "memory.L1.read"});
  EXPECT_EQ(none.exit_code, 2) << none.text;
  EXPECT_NE(none.text.find("the model does not have memory.L1.read"), std::string::npos)
      << none.text;
}

TEST_F(ModelEval, the_printed_function_is_the_equation) {
  const std::string p = "2,3,16,30,31,100,126,127,128,129,200,256,5000",
                    d = "0,1,8,64,65,1K,8193,70000,1M,16M";
  expect_same_in_python("orfeo", "MPI_Bcast", p, d);
  expect_same_in_python("orfeo", "MPI_Reduce", p, d);
  expect_same_in_python("orfeo", "transit", "2", d);
  expect_same_in_python("fugaku", "MPI_Alltoall", p, d);
  for (const char* call : {"MPI_Allreduce", "MPI_Alltoall", "MPI_Barrier.late", "MPI_Scan"}) {
    expect_same_in_python("simulated-fat-tree-64", call, "2,4,5,16,17,64,100", d);
  }
}

// Slopes below 0, and equations that are 0 or less in a part of their range, or in all of it.
TEST_F(ModelEval, the_printed_function_is_positive_where_the_equation_is_not) {
  const std::string machine =
      R"~({"format": "revprof-model", "version": 1, "machine": {"name": "", "description": "",
          "mpi": "", "date": "", "ranks_per_node": 1, "source": "", "statistic": "",
          "size_meaning": ""}, "point_to_point": {"eager_limit_bytes": 0, "block_sizes": []},
          "calls": {"MPI_Bcast": [{"regimes": [{"min_bytes": 8, "max_bytes": 1024,
          "min_processes": 2, "max_processes": 16, "startup": "log(p)", "data": "p*d", )~";
  const char* const coefficients[] = {
      R"("c": 2e-5, "s": -1e-5, "k": 1e-9)",  R"("c": -1e-6, "s": 1e-6, "k": -1e-10)",
      R"("c": -1e-5, "s": 1e-6, "k": 1e-9)",  R"("c": 0, "s": 1e-6, "k": 1e-9)",
      R"("c": 1e-6, "s": 1e-6, "k": -1e-10)", R"("c": -1, "s": -1e-6, "k": 0)",
      R"("c": 0, "s": 0, "k": 1e-9)",         R"("c": 1e-6, "s": 1e-6, "k": 1e-9)"};
  for (const char* numbers : coefficients) {
    write("m.json", machine + numbers + "}]}]}}");
    SCOPED_TRACE(numbers);
    expect_same_in_python("m.json", "MPI_Bcast", "1,2,3,4,8,16,64", "0,1,8,100,1K,1M");
    const std::string plot = revprof({"model", "eval", "m.json", "MPI_Bcast", "--gnuplot"}).text;
    const bool is_plain = numbers == coefficients[std::size(coefficients) - 1];
    EXPECT_EQ(plot.find("first_positive(a, b, c) = ") == std::string::npos, is_plain) << plot;
  }
  write("m.json", machine + coefficients[0] + "}]}]}}");
  const CapturedOutput paper = revprof({"model", "eval", "m.json", "MPI_Bcast", "--latex"});
  EXPECT_NE(paper.text.find("\\text{, where it is positive}"), std::string::npos) << paper.text;
  EXPECT_NE(paper.text.find("\\text{, elsewhere}"), std::string::npos) << paper.text;
  // Positive at each corner, and falling with p and d alike.
  write("m.json", machine + R"("c": 1e-4, "s": -1e-5, "k": -1e-10}]}]}})");
  const CapturedOutput plain = revprof({"model", "eval", "m.json", "MPI_Bcast", "--latex"});
  EXPECT_EQ(plain.text.find("elsewhere"), std::string::npos) << plain.text;
}

TEST_F(ModelEval, gnuplot_and_latex) {
  const CapturedOutput plot = revprof({"model", "eval", "orfeo", "MPI_Bcast", "--gnuplot"});
  EXPECT_EQ(plot.exit_code, 0) << plot.text;
  EXPECT_NE(plot.text.find("MPI_Bcast(p, d) = p <= 128 ? MPI_Bcast_within_128(p, d) : "
                           "MPI_Bcast_beyond(p, d)\n"),
            std::string::npos)
      << plot.text;
  const CapturedOutput paper = revprof({"model", "eval", "exact", "MPI_Bcast", "--latex"});
  EXPECT_EQ(paper.exit_code, 0) << paper.text;
  EXPECT_NE(paper.text.find("t_{\\mathtt{MPI\\_Bcast}}(p, d) = \\begin{cases}"), std::string::npos)
      << paper.text;
  EXPECT_NE(paper.text.find("\\cdot10^{-9}"), std::string::npos) << paper.text;
}

TEST_F(ModelEval, a_stand_in_is_named) {
  const CapturedOutput output =
      revprof({"model", "eval", "orfeo", "MPI_Allreduce", "-p", "8", "-d", "8"});
  EXPECT_EQ(output.exit_code, 0) << output.text;
  EXPECT_NE(output.text.find("no equation for MPI_Allreduce; MPI_Reduce stands in"),
            std::string::npos)
      << output.text;
}

TEST_F(ModelEval, refused) {
  expect_refused(revprof({"model", "eval", "orfeo"}), "expected eval MACHINE CALL");
  expect_refused(revprof({"model", "eval", "orfeo", "MPI_Bcst"}), "did you mean MPI_Bcast?");
  expect_refused(revprof({"model", "eval", "orfeo", "MPI_Put", "-p", "two"}), "processes");
  expect_refused(revprof({"model", "eval", "orfeo", "MPI_Bcast", "-p", "8", "-d", "1X"}),
                 "expected sizes such as 8,1K,4MiB, found \"1X\"");
  expect_refused(revprof({"model", "eval", "orfeo", "MPI_Bcast", "--csv", "--latex"}),
                 "expected one of --csv");
  expect_refused(revprof({"model", "check", "orfeo", "-p", "8"}), "--processes belongs to eval");
}

}  // namespace revprof
