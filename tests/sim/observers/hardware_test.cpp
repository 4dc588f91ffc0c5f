// The simulator's counts equal an H200's own counters, launch by launch; tests/hardware describes
// the measurement.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "sim/machine/state/limits.hpp"
#include "sim/observers/counters/counters.hpp"
#include "tests/sim/plans.hpp"

namespace lockstep::sim {
namespace {

using Row = std::map<std::string, std::string>;
using Difference = std::pair<std::string, std::string>;  // id and counter

std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> result;
  std::istringstream text(line);
  for (std::string field; std::getline(text, field, ',');) result.push_back(field);
  return result;
}

std::vector<Row> read_table(const std::string& name) {
  std::ifstream file(LOCKSTEP_SOURCE_DIR "/tests/data/" + name);
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> columns = fields(line);
  std::vector<Row> rows;
  while (std::getline(file, line)) {
    const std::vector<std::string> values = fields(line);
    Row& row = rows.emplace_back();
    for (std::size_t i = 0; i < std::min(columns.size(), values.size()); ++i) row[columns[i]] = values[i];
  }
  return rows;
}

constexpr struct {
  const char* name;
  std::uint64_t Counters::*value;
} kMeasured[] = {{"warps", &Counters::warps},
                 {"global_load_requests", &Counters::global_load_requests},
                 {"global_load_transactions", &Counters::global_load_transactions},
                 {"global_store_requests", &Counters::global_store_requests},
                 {"global_store_transactions", &Counters::global_store_transactions},
                 {"local_load_wavefronts", &Counters::local_load_wavefronts},
                 {"local_store_wavefronts", &Counters::local_store_wavefronts}};

class Simulated {
 public:
  const Counters& launch(const Row& row) {
    const Choice choice{.n = std::stoull(row.at("n")),
                        .group_size = std::stoull(row.at("group_size")),
                        .limits = limits_of(model_named("cc9.0"))};
    auto& launches = runs_[{row.at("id"), choice.n, choice.group_size}];
    if (launches.empty()) {
      const RunOptions options{.detect_findings = false, .count_work = false};
      launches = run_counted(catalogue_plan(row.at("id"), choice), model_named("cc9.0"), options)->launches;
    }
    return launches.at(std::stoul(row.at("launch")));
  }

 private:
  std::map<std::tuple<std::string, std::uint64_t, std::uint64_t>, std::vector<Counters>> runs_;
};

TEST(Hardware, CountsOfTheKernelsAsWritten) {
  const std::vector<Row> rows = read_table("h200_as_written.csv");
  ASSERT_EQ(rows.size(), 264u);
  Simulated simulated;
  for (const Row& row : rows)
    for (const auto& counter : kMeasured)
      EXPECT_EQ(std::to_string(simulated.launch(row).*counter.value), row.at(counter.name))
          << row.at("id") << " n = " << row.at("n") << " L = " << row.at("group_size") << " launch "
          << row.at("launch") << ": " << counter.name;
}

TEST(Hardware, TheCompilerChangesWhatTheListSays) {
  std::set<Difference> listed;
  for (const Row& row : read_table("h200_compiler.csv")) listed.emplace(row.at("id"), row.at("counter"));
  std::set<Difference> found;
  Simulated simulated;
  for (const Row& row : read_table("h200_as_compiled.csv"))
    for (const auto& counter : kMeasured)
      if (std::to_string(simulated.launch(row).*counter.value) != row.at(counter.name))
        found.emplace(row.at("id"), counter.name);
  EXPECT_EQ(found, listed);
}

// h200_forms.csv: the compiled CUDA forms, summed over all launches; h200_forms_compiler.csv: forms for which
// the compiler, or the form itself, changes the accesses.
TEST(Hardware, CountsOfTheCudaForms) {
  constexpr auto counters = std::to_array<std::pair<const char*, std::uint64_t Counters::*>>(
      {{"warps", &Counters::warps},
       {"global_load_requests", &Counters::global_load_requests},
       {"global_load_transactions", &Counters::global_load_transactions},
       {"global_store_requests", &Counters::global_store_requests},
       {"global_store_transactions", &Counters::global_store_transactions},
       {"global_atomic_transactions", &Counters::global_atomic_transactions},
       {"local_load_wavefronts", &Counters::local_load_wavefronts},
       {"local_store_wavefronts", &Counters::local_store_wavefronts}});
  std::set<Difference> listed, found;
  for (const Row& row : read_table("h200_forms_compiler.csv"))
    listed.emplace(row.at("id"), row.at("counter"));
  for (const Row& row : read_table("h200_forms.csv")) {
    const Algorithm& algorithm = **find_algorithm(row.at("id"));
    PlanRequest request{.n = std::stoull(row.at("n")), .group_size = std::stoull(row.at("group_size"))};
    request.limits = limits_of(model_named("cc9.0"));
    const RunOptions options{.detect_findings = false, .count_work = false};
    const auto run = run_counted(*make_plan(algorithm, request, *load_kernel(algorithm, "")),
                                 model_named("cc9.0"), options);
    for (const auto& [name, value] : counters)
      if (std::to_string(run->total.*value) != row.at(name)) found.emplace(row.at("id"), name);
  }
  EXPECT_EQ(found, listed);
}

// "int:1000 local:512 null": buffers hold 0, 1, 2 …
void add_argument(Plan& plan, const std::string& text) {
  const std::string kind = text.substr(0, text.find(':'));
  std::vector<Argument>& arguments = plan.launches.front().arguments;
  if (kind == "null") return arguments.emplace_back(NullArgument{}), void();
  const std::uint64_t count = std::stoull(text.substr(kind.size() + 1));
  if (kind == "local") return arguments.emplace_back(LocalArgument{count}), void();
  arguments.emplace_back(BufferArgument{plan.buffers.size()});
  PlanBuffer buffer{"b", parse_element_type(kind).value(), count, PlanBuffer::Role::input, {}};
  buffer.content.pattern = Content::Pattern::iota;
  plan.buffers.push_back(buffer);
}

Plan out_of_bounds_plan(const Row& row) {
  const std::string path = LOCKSTEP_SOURCE_DIR "/tests/hardware/out_of_bounds/" + row.at("kernel") + ".cl";
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  Plan plan;
  plan.programs.push_back({{path, text.str(), ""}, ""});
  PlanLaunch launch;
  launch.kernel = row.at("kernel");
  launch.range.global_size = {std::stoull(row.at("global")), 1, 1};
  launch.range.local_size = {std::stoull(row.at("local")), 1, 1};
  plan.launches.push_back(launch);
  std::istringstream arguments(row.at("arguments"));
  for (std::string argument; arguments >> argument;) add_argument(plan, argument);
  return plan;
}

// Within mapped memory, the hardware performs every access, and the simulator has the same counts. If an
// access goes beyond mapped memory or through null, CUDA reports an error; then there are no counts, and the
// simulator has a finding.
TEST(Hardware, AccessesOutOfBoundsAreCounted) {
  const std::vector<Row> rows = read_table("h200_out_of_bounds.csv");
  ASSERT_EQ(rows.size(), 20u);
  std::size_t counted = 0;
  for (const Row& row : rows) {
    const auto run = run_counted(out_of_bounds_plan(row), model_named("cc9.0"));
    ASSERT_TRUE(run) << run.error().message;
    const std::string name = row.at("kernel") + " in groups of " + row.at("local");
    if (!row.at("error").empty()) {
      EXPECT_EQ(run->findings.size(), 1u) << name;
      continue;
    }
    ++counted;
    for (const auto& counter : kMeasured)
      EXPECT_EQ(std::to_string(run->total.*counter.value), row.at(counter.name))
          << name << ": " << counter.name;
  }
  EXPECT_EQ(counted, 18u);
}

// Lanes that a warp does not have are also idle on the hardware:
// smsp__thread_inst_executed_per_inst_executed.
TEST(Hardware, WarpsThatAreNotFull) {
  for (const Row& row : read_table("h200_out_of_bounds.csv")) {
    if (row.at("kernel") != "add" && row.at("kernel") != "stencil" && row.at("kernel") != "bytes") continue;
    const auto run = run_counted(out_of_bounds_plan(row), model_named("cc9.0"));
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_EQ(run->total.lane_utilisation() * 32, std::stod(row.at("threads_per_instruction")))
        << row.at("kernel") << " in groups of " << row.at("local");
  }
}

}  // namespace
}  // namespace lockstep::sim
