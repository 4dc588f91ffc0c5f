// The subcommands of the real executable: what they print and how they exit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>

#include "tests/cli/program.hpp"

namespace lockstep::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

json json_of(const std::string& arguments) {
  const Output output = run_lockstep(arguments);
  EXPECT_EQ(output.status, 0) << output.err;
  return json::parse(output.out);
}

TEST(List, NamesTheCatalogue) {
  const Output output = run_lockstep("list");
  EXPECT_EQ(output.status, 0);
  EXPECT_THAT(output.out, HasSubstr("reduce/divergent"));
  EXPECT_THAT(output.out, HasSubstr("sum"));
  EXPECT_EQ(output.err, "");
}

TEST(List, AsJson) {
  const json list = json_of("list --json --n 1024 --group 256");
  ASSERT_FALSE(list["algorithms"].empty());
  for (const json& entry : list["algorithms"]) {
    EXPECT_TRUE(entry["id"].is_string());
    EXPECT_FALSE(entry["operators"].empty());
    EXPECT_GT(entry["launches"].get<int>(), 0);
  }
}

// A kernel that needs a commutative operator runs with another one; its result is wrong, and why is said.
TEST(Operators, ThatDoNotCommuteShowTheOrder) {
  const std::string size = " --n 8 --group 8 --json";
  for (const std::string op : {" --op digits", " --op matrix"}) {
    EXPECT_EQ(run_lockstep("explain reduce/interleaved-global" + op + size).status, 0);
    const Output wrong = run_lockstep("explain reduce/sequential-global" + op + size);
    EXPECT_EQ(wrong.status, 1);
    EXPECT_THAT(wrong.out, HasSubstr("line 25 combines x4 before x2"));
  }
  const Output typed =
      run_lockstep("trace reduce/sequential-global --op digits --group 8 --input 3,1,7,9,4,1,6,3");
  EXPECT_THAT(typed.out + typed.err, HasSubstr("34761193"));
}

TEST(Operators, AreRefusedInWords) {
  const auto error = [](const std::string& arguments) {
    const Output output = run_lockstep(arguments);
    EXPECT_EQ(output.status, 2) << arguments;
    return output.err;
  };
  EXPECT_THAT(error("counters scan/look-back --op digits"), HasSubstr("⊕ to vectors of elements"));
  EXPECT_THAT(error("counters scan/blelloch --op digits --type float"),
              HasSubstr("int, uint, long or ulong"));
  EXPECT_THAT(error("counters scan/blelloch --op matrix --type int"), HasSubstr("choose ushort4"));
  EXPECT_THAT(error("counters scan/blelloch --type ushort4"), HasSubstr("the operator matrix"));
  EXPECT_THAT(error("counters scan/blelloch --op digits --input 3,10"), HasSubstr("cannot combine 10"));
  EXPECT_THAT(error("counters scan/blelloch --op digits --input one-huge"), HasSubstr("the digits 1 to 9"));
  EXPECT_THAT(error("counters scan/blelloch --op matrix --input 1,2,3"), HasSubstr("four numbers"));
}

TEST(Explain, NamesFindingsAndCostlyLines) {
  const Output clean = run_lockstep("explain scan/blelloch");
  EXPECT_EQ(clean.status, 0) << clean.err;
  EXPECT_THAT(clean.out, HasSubstr("This run found no errors."));
  EXPECT_THAT(clean.out, HasSubstr("scratch[right] = OP(scratch[left], scratch[right]);"));
  const Output broken = run_lockstep("explain hazards/early-return --n 1000 --json");
  EXPECT_EQ(broken.status, 1);
  const json report = json::parse(broken.out);
  EXPECT_EQ(report["findings"][0]["kind"], "barrier_divergence");
  EXPECT_EQ(report["lines"].size(), 3u);
  EXPECT_GT(report["lines"][0]["share"].get<double>(), 0.1);
}

TEST(Explain, TakesAKernelFileWithItsArguments) {
  const std::string kernel = LOCKSTEP_SOURCE_DIR "/kernels/reduce/sequential-local.cl";
  const Output output = run_lockstep("explain " + kernel +
                                     " --global 1024 --local 256 buffer:int:4=0 buffer:int:1024=iota "
                                     "local:1024 scalar:uint=1024");
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out, HasSubstr("Most expensive lines"));
  EXPECT_EQ(run_lockstep("explain no/such").status, 2);
}

TEST(Explain, NamesMissingInputsThePlaceOfTheBarrierAndARevealingOrder) {
  const json wrong = json::parse(run_lockstep("explain hazards/missing-barrier --n 256 --json").out);
  EXPECT_EQ(wrong["wrong_because"], "x96..x127, x160..x255 are missing");
  EXPECT_THAT(wrong["findings"][0]["barrier"].get<std::string>(), HasSubstr("after line 33"));
  EXPECT_THAT(wrong["findings"][0]["values"].get<std::string>(), HasSubstr("should read"));
  const Output right = run_lockstep("explain hazards/last-warp");
  EXPECT_THAT(right.out,
              HasSubstr("The result of this run is right, but it is wrong with independent lanes: "));
}

TEST(Form, PrintsAKernelInCuda) {
  const Output cuda = run_lockstep("form reduce/first-add --n 1000 --group 64 --type float");
  EXPECT_EQ(cuda.status, 0) << cuda.err;
  EXPECT_THAT(cuda.out, HasSubstr("extern \"C\" __global__ void reduce_first_add("));
  EXPECT_THAT(cuda.out, HasSubstr("#define T float"));
  EXPECT_THAT(cuda.out, HasSubstr("reduce_first_add<<<8, 64, 256>>>(level1, in, 1000u);"));
  const json form = json_of("form scan/blelloch --json");
  const json& program = form["programs"][0];
  EXPECT_EQ(program["file"], "scan/blelloch.cl");
  EXPECT_GT(program["first_line"].get<int>(), 1);
}

TEST(Form, PrintsTheSourcesThatRun) {
  EXPECT_THAT(run_lockstep("form scan/blelloch --to mpi").out, HasSubstr("MPI_Exscan(&part, &before"));
  EXPECT_THAT(run_lockstep("form cpu/openmp-padded").out, HasSubstr("#pragma omp parallel for"));
  const Output none = run_lockstep("form patterns/compact --to openmp");
  EXPECT_EQ(none.status, 1);
  EXPECT_THAT(none.err, HasSubstr("only reductions and scans have one"));
  EXPECT_EQ(run_lockstep("form reduce/first-add --to hip").status, 2);
}

TEST(Counters, AWrongResultIsExplained) {
  const Output output = run_lockstep("counters hazards/missing-barrier --n 256 --json");
  EXPECT_EQ(json::parse(output.out)["rows"][0]["wrong_because"], "x96..x127, x160..x255 are missing");
  EXPECT_THAT(output.err, HasSubstr("gives 1282: x96..x127, x160..x255 are missing."));
}

TEST(Trace, ShowsTheCombinationsThatMakeACell) {
  const Output output = run_lockstep("trace scan/blelloch --n 4 --group 4 --tree 'out[1]'");
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out, HasSubstr("out[1], made of\nΣ x0..x1   work-item "));
  EXPECT_THAT(output.out, HasSubstr("│  ├─ an identity\n│  └─ x0\n└─ x1\n"));
  EXPECT_EQ(run_lockstep("trace scan/blelloch --tree 'out[16]'").status, 2);
}

TEST(List, HazardsHaveTheirOwnHeadingAndList) {
  const Output output = run_lockstep("list");
  EXPECT_LT(output.out.find("Hazards: kernels that are wrong on purpose"),
            output.out.find("hazards/missing-barrier"));
  const json list = json_of("list --json");
  ASSERT_FALSE(list["hazards"].empty());
  for (const json& entry : list["hazards"]) {
    EXPECT_EQ(entry["family"], "hazard");
    EXPECT_FALSE(entry["finding"].get<std::string>().empty());
    EXPECT_FALSE(entry["twin"].get<std::string>().empty());
  }
  for (const json& entry : list["algorithms"]) EXPECT_NE(entry["family"], "hazard");
}

TEST(List, PatternsAreTargetsOfEveryCommand) {
  const json list = json_of("list --json");
  EXPECT_EQ(list["patterns"].size(), 26u);
  for (const json& entry : list["patterns"]) {
    EXPECT_EQ(entry["family"], "pattern");
    const auto id = entry["id"].get<std::string>();
    const json counters = json_of("counters " + id + " --n 100 --group 64 --json");
    EXPECT_EQ(counters["rows"][0]["result"], "right") << id;
    EXPECT_TRUE(json_of("trace " + id + " --n 20 --group 64 --json").contains("moments")) << id;
  }
}

TEST(List, TechniquesAreTargetsOfEveryCommand) {
  const json list = json_of("list --json");
  EXPECT_EQ(list["techniques"].size(), 6u);
  for (const json& entry : list["techniques"]) {
    const auto id = entry["id"].get<std::string>();
    EXPECT_EQ(json_of("counters " + id + " --n 100 --group 16 --json")["rows"][0]["result"], "right") << id;
  }
}

TEST(List, PatternsTakeSizesOfTheirOwn) {
  EXPECT_EQ(json_of("counters patterns/convolve-2d-tiled --n 100 --group 16 --mask 3 --tile 7 --columns 20 "
                    "--json")["rows"][0]["result"],
            "right");
  const Output even = run_lockstep("counters patterns/convolve-1d --mask 4");
  EXPECT_EQ(even.status, 2);
  EXPECT_NE(even.err.find("needs a mask of odd width, at most 33; choose 5 instead of 4"), std::string::npos)
      << even.err;
}

TEST(Hazards, ABrokenKernelIsCountedAndItsFindingReported) {
  const Output broken = run_lockstep("counters hazards/missing-barrier");
  EXPECT_EQ(broken.status, 1);
  EXPECT_THAT(broken.out, HasSubstr("divergent branches"));
  EXPECT_THAT(broken.err, HasSubstr("there is no barrier(CLK_LOCAL_MEM_FENCE) between them"));
  EXPECT_EQ(run_lockstep("counters hazards/missing-barrier-repaired").status, 0);
  EXPECT_EQ(run_lockstep("trace hazards/divergent-barrier").status, 1);
}

TEST(Hazards, KernelsThatMayHangDoNotRunOnADevice) {
  const Output output = run_lockstep("bench hazards/early-return --no-copy");
  EXPECT_EQ(output.status, 2);
  EXPECT_THAT(output.err, HasSubstr("may wait forever at a barrier"));
  EXPECT_THAT(output.err, HasSubstr("lockstep trace hazards/early-return"));
}

TEST(Counters, JsonHasTheKeysThatProgramsRelyOn) {
  const json counters = json_of("counters reduce/divergent --n 256 --group 256 --model hopper --json");
  EXPECT_EQ(counters["model"], "cc9.0");
  EXPECT_EQ(counters["n"], 256);
  EXPECT_EQ(counters["group_size"], 256);
  ASSERT_EQ(counters["rows"].size(), 1u);
  const json& row = counters["rows"][0];
  for (const char* key : {"id",
                          "launches",
                          "work_groups",
                          "warps",
                          "steps",
                          "work",
                          "branches",
                          "divergent_branches",
                          "barriers",
                          "global_load_requests",
                          "global_load_transactions",
                          "global_store_requests",
                          "global_store_transactions",
                          "bytes_moved",
                          "local_load_wavefronts",
                          "local_store_wavefronts",
                          "local_atomic_wavefronts",
                          "global_atomic_transactions",
                          "local_conflicts",
                          "lane_utilisation"})
    EXPECT_TRUE(row.contains(key)) << key;
  EXPECT_EQ(row["divergent_branches"], 48);
  EXPECT_EQ(row["local_load_wavefronts"], 95);
  EXPECT_EQ(row["local_store_wavefronts"], 55);
}

TEST(Counters, JsonHasFormulasBesideCounts) {
  const json row = json_of("counters reduce/divergent --n 4096 --group 256 --json")["rows"][0];
  EXPECT_EQ(row["formula"]["work"], row["work"]);
  EXPECT_EQ(row["formula"]["steps"], row["steps"]);
  EXPECT_EQ(row["formula"]["cost_optimal"], false);
  EXPECT_EQ(row["formula"]["work_optimal"], true);
  EXPECT_EQ(row["formula"]["optimal_processors"], 341);
  EXPECT_EQ(row["formula"]["isoefficiency"], "Θ(p log p)");
  for (const char* key : {"processors", "cost", "speed_up", "efficiency", "overhead"})
    EXPECT_EQ(row["counted"][key], row["formula"][key]) << key;
  EXPECT_EQ(row["counted"]["cost"], 4096 * 16);
  EXPECT_EQ(row["counted"]["overhead"], 4096 * 16 - 4095);
  const json slow = json_of("counters scan/kogge-stone --n 64 --group 64 --json")["rows"][0];
  EXPECT_EQ(slow["formula"]["optimal_processors"], nullptr);
  EXPECT_EQ(slow["formula"]["isoefficiency"], "none");
}

// A profiler and the simulator count 48 divergent branches for a work-group of 256.
TEST(Counters, PublishedCountsAreJoined) {
  const std::string arguments = "counters reduce/divergent --n 4096 --group 256 --model fermi";
  const json row = json_of(arguments + " --json")["rows"][0];
  ASSERT_FALSE(row["published"].empty());
  const json& divergent = row["published"][0];
  EXPECT_EQ(divergent["quantity"], "divergent_branches");
  EXPECT_NEAR(divergent["per_work_group"].get<double>(), 48, 0.05);
  EXPECT_EQ(divergent["counted_per_work_group"], 48);
  EXPECT_THAT(run_lockstep(arguments).out, HasSubstr("47.99"));
  EXPECT_THAT(run_lockstep(arguments).out, HasSubstr("It observed one of the multiprocessors"));
}

TEST(Counters, MeasuresAreForPeople) {
  const std::string one = run_lockstep("counters scan/blelloch --n 512 --group 256").out;
  EXPECT_THAT(one, HasSubstr("cost C = p T"));
  EXPECT_THAT(one, HasSubstr("Cost-optimal: no. Work-optimal: yes."));
  EXPECT_THAT(one, HasSubstr("2 (n − 1), n more if inclusive"));
  EXPECT_THAT(one,
              HasSubstr("For any n: each level of m elements in b = ⌈m / (2 L)⌉ blocks: T = 2 log L + 2"));
  EXPECT_THAT(one, HasSubstr("10 of the 1,534 operations are applied to an identity"));
  const std::string all = run_lockstep("counters --n 1000 --group 64").out;
  EXPECT_THAT(all, HasSubstr("C − n + 1"));
  EXPECT_THAT(all, HasSubstr("p₀ = n / log n = 100"));
}

// 002's kernel 6 on 256 processors, and with any other number.
TEST(Counters, TimeOnProcessors) {
  const json row =
      json_of("counters reduce/grid-stride --n 4096 --group 256 --processors 256 --json")["rows"][0];
  EXPECT_EQ(row["on_processors"]["steps"], 24);
  EXPECT_EQ(row["on_processors"]["useful_steps"], 23);
  EXPECT_NEAR(row["on_processors"]["efficiency"].get<double>(), 0.667, 5e-4);
  EXPECT_NEAR(row["on_processors"]["useful_efficiency"].get<double>(), 0.695, 5e-4);
  EXPECT_EQ(row["on_processors"]["fastest_processors"], 4096);
  EXPECT_NEAR(row["on_processors"]["fastest_processors_exact"].get<double>(), 2839.13, 0.01);
  EXPECT_EQ(row["counted"]["useful_work"], 4095);
  EXPECT_EQ(row["formula"]["useful_work"], 4095);
  EXPECT_THAT(run_lockstep("counters reduce/divergent --n 4096 --group 256 --processors 341").out,
              HasSubstr("On p = 341 processors: T = Σ ⌈pᵢ / p⌉ = "));
  EXPECT_EQ(run_lockstep("counters reduce/divergent --processors 0").status, 2);
}

TEST(Counters, FloatsHaveRoundingErrors) {
  const std::string arguments = "counters reduce/sequential-local --n 4096 --type float --input ";
  const json row = json_of(arguments + "fractions --json")["rows"][0];
  EXPECT_GT(row["error"]["max_abs"], 0);
  EXPECT_LE(row["error"]["max_abs"], row["error"]["bound"]);
  EXPECT_THAT(run_lockstep(arguments + "fractions").out, HasSubstr("Largest rounding error"));
  EXPECT_THAT(run_lockstep(arguments + "random").out, HasSubstr("No rounding error"));
  EXPECT_FALSE(json_of("counters reduce/sequential-local --n 64 --json")["rows"][0].contains("error"));
}

TEST(Counters, WithoutIdTheWholeCatalogueIsCounted) {
  const json counters = json_of("counters --n 1000 --group 64 --json");
  EXPECT_EQ(counters["rows"].size(), json_of("list --json")["algorithms"].size());
}

TEST(Counters, TableIsForPeople) {
  const Output output = run_lockstep("counters reduce/sequential-local --n 4Ki --group 256 --by-line");
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out, HasSubstr("per work-group"));
  EXPECT_THAT(output.out, HasSubstr("divergent branches"));
  EXPECT_THAT(output.out, HasSubstr("scratch[t] = OP(scratch[t], scratch[t + s])"));
}

TEST(Help, IsPrintedWithoutDashesToo) {
  const Output output = run_lockstep("help");
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_EQ(output.out, run_lockstep("--help").out);
}

TEST(Counters, LaunchesAndStepsAreNotDividedAmongWorkGroups) {
  const Output output = run_lockstep("counters reduce/sequential-local --n 256 --group 64");
  for (const char* line : {"\nlaunches +2 *\n", "\nsteps T +[0-9]+ *\n", "\nwarps +10 +2 *\n"})
    EXPECT_TRUE(std::regex_search(output.out, std::regex(line))) << line << output.out;
}

TEST(Trace, DescribesTheRunInSentences) {
  const Output output = run_lockstep("trace reduce/divergent --n 16 --group 8");
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out, HasSubstr("launch 1 of 2"));
  EXPECT_THAT(output.out, HasSubstr("Warp 0:"));
  EXPECT_THAT(output.out, HasSubstr("Σ x0..x7"));
  EXPECT_THAT(output.out, HasSubstr("masked off by line"));
  EXPECT_EQ(run_lockstep("trace reduce/divergent --n 16 --group 8").out, output.out);
}

TEST(Trace, EndsWithTheRoundingErrorOfFloats) {
  EXPECT_THAT(run_lockstep("trace reduce/divergent --n 16 --group 8 --type float --input fractions").out,
              HasSubstr("Largest rounding error"));
}

TEST(Commands, TraceWatchesExpressions) {
  const std::string run = "trace reduce/divergent --n 16 --group 8 ";
  const Output table = run_lockstep(run + "--at 70 --watch t --watch 'scratch[t + 5]' --watch 't = 3'");
  EXPECT_EQ(table.status, 0);
  EXPECT_THAT(table.out, HasSubstr("warp 0 is at line 33"));
  EXPECT_THAT(table.out, HasSubstr("! scratch[t + 5]: out of bounds in 5 work-items"));
  EXPECT_THAT(table.out, HasSubstr("t = 3: a watched expression must not change anything"));
  const auto parsed = json::parse(run_lockstep(run + "--at 70 --watch 'scratch[t]' --json").out);
  EXPECT_EQ(parsed["moment"], 70);
  EXPECT_EQ(parsed["warps"][0]["watches"][0]["lanes"][1]["state"], "masked");
  EXPECT_THAT(run_lockstep(run + "--watch s").out, HasSubstr("moment 43"));
}

TEST(Commands, TraceListsWhereBreakpointsStop) {
  const std::string run = "trace reduce/divergent --n 16 --group 8 --json ";
  const auto all = json::parse(run_lockstep(run + "--break 33").out);
  const auto some = json::parse(run_lockstep(run + "--break '33:t == 4'").out);
  EXPECT_GT(all.size(), some.size());
  for (const auto& stop : some) EXPECT_EQ(stop["lanes"], json::array({4}));
  EXPECT_EQ(run_lockstep(run + "--break '33:x == 4'").status, 2);
  EXPECT_EQ(run_lockstep(run + "--break here").status, 2);
}

TEST(Trace, StateAtAMoment) {
  const Output output = run_lockstep("trace reduce/divergent --n 16 --group 8 --at 60");
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out, HasSubstr("moment 60 of"));
  EXPECT_THAT(output.out, HasSubstr("scratch"));
  EXPECT_EQ(run_lockstep("trace reduce/divergent --n 16 --group 8 --at 100000").status, 2);
}

const char* const kScale =
    "kernel void scale(global float *out, global const float *in, float factor) {\n"
    "    out[get_global_id(0)] = factor * in[get_global_id(0)];\n"
    "}\n";

TEST(Simulate, RunsAFile) {
  const std::string file = write_file("scale.cl", kScale);
  const json result =
      json_of("simulate " + file +
              " --global 4 --local 4 buffer:float:4=0:dump buffer:float:4=iota scalar:float=2.5 --json");
  EXPECT_EQ(result["status"], "ok");
  EXPECT_EQ(result["buffers"]["out"], json({0.0, 2.5, 5.0, 7.5}));
  EXPECT_EQ(result["counters"]["work_groups"], 1);
  EXPECT_TRUE(result["findings"].empty());
}

TEST(Simulate, PrintsForPeople) {
  const std::string file = write_file("scale.cl", kScale);
  const Output output =
      run_lockstep("simulate " + file +
                   " --kernel scale --global 4 buffer:float:4=0:dump buffer:float:4=1 scalar:float=3");
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_THAT(output.out, HasSubstr("out (4 × float)"));
  EXPECT_THAT(output.out, HasSubstr("0: 3 3 3 3"));
  EXPECT_THAT(output.out, HasSubstr("findings: none"));
}

TEST(Simulate, NotANumberIsAString) {
  const std::string file =
      write_file("nan.cl", "kernel void k(global float *out) { out[0] = NAN; out[1] = INFINITY; }");
  const json result = json_of("simulate " + file + " --global 1 buffer:float:2=0:dump --json");
  EXPECT_EQ(result["buffers"]["out"], json({"nan", "inf"}));
}

TEST(Simulate, StructuresByValue) {
  const std::string file =
      write_file("pair.cl",
                 "typedef struct { int a, b; } Pair;\n"
                 "kernel void k(global int *out, Pair p) { out[0] = p.a; out[1] = p.b; }");
  const json result = json_of("simulate " + file + " --global 1 buffer:int:2=0:dump scalar:int=7,-9 --json");
  EXPECT_EQ(result["buffers"]["out"], json({7, -9}));
}

TEST(Simulate, FindingsMakeTheStatusOne) {
  const std::string file =
      write_file("oob.cl", "kernel void k(global int *out) { out[get_global_id(0) + 1] = 7; }");
  const std::string arguments = "simulate " + file + " --global 4 --local 4 buffer:int:4=0:dump";
  const Output output = run_lockstep(arguments + " --json");
  EXPECT_EQ(output.status, 1);
  const json result = json::parse(output.out);
  EXPECT_EQ(result["status"], "findings");
  EXPECT_EQ(result["findings"][0]["kind"], "out_of_bounds");
  EXPECT_EQ(result["findings"][0]["first"]["line"], 1);
  EXPECT_EQ(run_lockstep(arguments + " --no-findings").status, 0);
}

TEST(Simulate, TwoWritesOfTheSameValueOnRequest) {
  const std::string file = write_file("flag.cl", "kernel void k(global int *found) { found[0] = 1; }");
  const std::string arguments = "simulate " + file + " --global 64 --local 32 buffer:int:1=0";
  EXPECT_EQ(run_lockstep(arguments).status, 0);
  const Output asked = run_lockstep(arguments + " --same-value-races");
  EXPECT_EQ(asked.status, 1);
  EXPECT_THAT(asked.out, HasSubstr("data_race"));
}

TEST(Simulate, BuildOptionsAndSeveralDimensions) {
  const std::string file = write_file(
      "grid.cl", "kernel void k(global int *out) { out[get_global_id(1) * 4 + get_global_id(0)] = VALUE; }");
  const json result = json_of(
      "simulate " + file + " --global 4,2 --local 2,1 --options \"-D VALUE=9\" buffer:int:8=0:dump --json");
  EXPECT_EQ(result["buffers"]["out"], json({9, 9, 9, 9, 9, 9, 9, 9}));
}

TEST(Bench, RejectsNonsenseBeforeTouchingADevice) {
  EXPECT_EQ(run_lockstep("bench reduce/divergent --repeat 0").status, 2);
  EXPECT_EQ(run_lockstep("bench no/such").status, 2);
  EXPECT_EQ(run_lockstep("bench --n 16Qi").status, 2);
}

TEST(Bench, HostImplementationsAreChosenByTheirId) {
  const json report =
      json_of("bench cpu/sequential cpu/sequential-scan --n 4097 --op max --threads 1 --repeat 2 --json");
  ASSERT_EQ(report["rows"].size(), 2u);
  for (const json& row : report["rows"]) {
    EXPECT_EQ(row["status"], "passed");
    EXPECT_EQ(row["n"], 4097);
    EXPECT_EQ(row["threads"], 1);
    EXPECT_GT(row["host_ns"]["median"], 0);
    EXPECT_EQ(row["device_ns"], row["host_ns"]);
    EXPECT_GT(row["gbps"], 0);
  }
  EXPECT_THAT(run_lockstep("bench cpu/no-such").err, HasSubstr("lockstep list"));
  EXPECT_EQ(run_lockstep("bench cpu/sequential --threads many").status, 2);
  EXPECT_EQ(run_lockstep("bench cpu/sequential --exclusive").status, 2) << "nothing could be run";
}

TEST(Bench, TakesListsAndRangesOfSizes) {
  const json report =
      json_of("bench cpu/sequential --n 1Ki..16Ki,100 --threads 1 --repeat 1 --warm-up 1 --json");
  std::vector<std::uint64_t> sizes;
  for (const json& row : report["rows"]) sizes.push_back(row["n"].get<std::uint64_t>());
  EXPECT_EQ(sizes, (std::vector<std::uint64_t>{100, 1024, 4096, 16384}));
  const std::string text = run_lockstep("bench cpu/sequential --n 1Ki,4Ki --repeat 1").out;
  EXPECT_THAT(text, HasSubstr("1,024 elements of int, sum"));
  EXPECT_THAT(text, HasSubstr("4,096 elements of int, sum"));
  EXPECT_THAT(run_lockstep("bench cpu/sequential --n 4Ki..1Ki").err,
              HasSubstr("--n 4Ki..1Ki: the range ends before it begins"));
  EXPECT_EQ(run_lockstep("bench cpu/sequential --warm-up 0").status, 2);
}

TEST(Bench, StoresPassingResultsAndComparesTheNextRun) {
  const std::string command = "bench cpu/sequential --n 1009 --threads 1 --repeat 1 --json";
  const json unkept = json_of(command + " --no-keep");
  EXPECT_FALSE(unkept["rows"][0].contains("earlier"));
  const auto kept = [] {
    const json all = json_of("results cpu/sequential --json");
    json rows = json::array();
    for (const json& row : all["rows"])
      if (row["n"] == 1009) rows.push_back(row);
    return rows;
  };
  EXPECT_EQ(kept().size(), 0u);
  const json first = json_of(command);
  EXPECT_FALSE(first["rows"][0].contains("earlier")) << "there was nothing kept before";
  const json second = json_of(command);
  ASSERT_TRUE(second["rows"][0].contains("earlier"));
  EXPECT_EQ(second["rows"][0]["earlier"]["median_ns"], first["rows"][0]["device_ns"]["median"]);
  ASSERT_EQ(kept().size(), 2u);
  EXPECT_EQ(kept()[0]["device"]["name"], second["processor"]);
  const std::string text = run_lockstep("results --device no-such-device").out;
  EXPECT_THAT(text, HasSubstr("No such result is stored yet"));
  EXPECT_THAT(run_lockstep("results").out, HasSubstr("1,009  int"));
}

TEST(Bench, DrawsItsTableAndCharts) {
  const std::string path = write_file("bench.svg", "");
  EXPECT_EQ(run_lockstep("bench cpu/sequential --n 1Ki,4Ki --repeat 1 --no-keep --figure " + path).status, 0);
  std::ifstream file(path);
  const std::string drawn((std::istreambuf_iterator<char>(file)), {});
  for (const char* text : {"cpu/sequential", "Reductions: GB/s over n", "passed"})
    EXPECT_THAT(drawn, HasSubstr(text));
  EXPECT_THAT(run_lockstep("bench cpu/sequential --figure out.pdf").err, HasSubstr(".svg or .png"));
}

TEST(List, HostImplementationsHaveTheirOwnHeading) {
  EXPECT_THAT(run_lockstep("list").out, HasSubstr("without OpenCL: `lockstep bench` measures them"));
  const json list = json_of("list --json");
  ASSERT_FALSE(list["host_ways"].empty());
  for (const json& way : list["host_ways"])
    EXPECT_NE(way["available"].get<bool>(), way["missing"].get<std::string>().size() > 0);
}

TEST(Program, HelpAndVersionAreNoErrors) {
  EXPECT_EQ(run_lockstep("--help").status, 0);
  EXPECT_EQ(run_lockstep("--version").status, 0);
  EXPECT_EQ(run_lockstep("counters --help").status, 0);
}

// A kernel file that needs a macro of its host program.
TEST(KernelFile, CommandsTakeBuildOptions) {
  const std::string file =
      write_file("tiles.cl",
                 "kernel void k(global int* a) { local int t[TILE]; int l = get_local_id(0);\n"
                 "  t[l] = a[get_global_id(0)]; a[get_global_id(0)] = t[l]; }\n");
  EXPECT_THAT(run_lockstep(file + " --commands").out, HasSubstr("-DTILE=16 is a guess"));
  const Output output = run_lockstep(file + " --commands -DTILE=32");
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_NE(output.out.find("-D TILE=32"), std::string::npos) << output.out;
  EXPECT_NE(output.out.find("--local 32"), std::string::npos) << output.out;
  EXPECT_EQ(run_lockstep(file + " -DTILE=32").status, 2);
}

}  // namespace
}  // namespace lockstep::cli
