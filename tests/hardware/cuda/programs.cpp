#include "tests/hardware/cuda/programs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <regex>
#include <set>
#include <span>

#include "core/check/pattern_results.hpp"
#include "core/check/reference.hpp"
#include "sim/machine/state/limits.hpp"
#include "sim/translation/to_cuda/cuda_form.hpp"

namespace lockstep {
namespace {

struct Combination {
  ElementType type;
  Operator op;
};

// Each type with sums, and each operator with a type that shows it.
std::vector<Combination> combinations() {
  using enum ElementType;
  using enum Operator;
  return {{int32, sum},     {uint32, sum},    {int64, sum},  {uint64, sum},     {float32, sum},
          {float64, sum},   {int32, product}, {int32, min},  {int32, max},      {int32, digits},
          {uint32, digits}, {int64, min},     {uint64, max}, {float32, min},    {float32, max},
          {float64, max},   {uint64, digits}, {uint32, min}, {uint16x4, matrix}};
}

std::string identifier(std::string_view id) {
  std::string name(id);
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

struct Expected {
  std::vector<std::byte> values;
  double tolerance = 0;  // relative to the larger of 1 and the magnitude
};

template <class T>
Expected reference(const Plan& plan, std::span<const std::byte> bytes) {
  const Expectation& expected = *plan.expectation;
  const bool exclusive = expected.kind == Expectation::Kind::exclusive_scan;
  SequentialReference<T> running(expected.op, expected.depth);
  std::vector<T> results;
  for (std::size_t i = 0; i < bytes.size() / sizeof(T); ++i) {
    T x;
    std::memcpy(&x, bytes.data() + i * sizeof(T), sizeof x);
    if (exclusive) results.push_back(running.value().exact);
    running.take(x);
    if (!exclusive) results.push_back(running.value().exact);
  }
  if (expected.kind == Expectation::Kind::reduction) results = {running.value().exact};
  const auto first = std::as_bytes(std::span(results));
  const bool rounds = std::is_floating_point_v<T> && running.value().tolerance != 0;
  return {{first.begin(), first.end()}, rounds ? 1e-4 : 0};
}

Expected expected_of(const Plan& plan, const std::vector<std::vector<std::byte>>& initial) {
  const Expectation& expected = *plan.expectation;
  const std::vector<std::byte>& input = initial[expected.input_buffer];
  const ElementType type = plan.buffers[expected.input_buffer].type;
  if (expected.is_pattern()) {
    const LargeBytes result = pattern_result(plan, input);
    return {{result.begin(), result.end()}, pattern_tolerance(expected, type)};
  }
  return with_type(type, [&]<class T>() { return reference<T>(plan, input); });
}

// A form without what only one text of a unit may have.
std::string for_a_namespace(std::string text) {
  std::string result;
  static const std::regex linkage("extern \"C\" ");
  static const std::regex macro(R"(^\s*#\s*define\s+(\w+))");
  std::set<std::string> macros;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    const std::string line = text.substr(at, end - at);
    at = end;
    std::smatch found;
    if (std::regex_search(line, found, macro)) macros.insert(found[1]);
    if (line.starts_with("#include")) continue;
    result += std::regex_replace(line, linkage, "");
  }
  for (const std::string& name : macros) result += fmt::format("#undef {}\n", name);
  return result;
}

class UnitWriter {
 public:
  UnitWriter(CudaPrograms& programs, Combination combination)
      : programs_(programs), combination_(combination) {
    name_ = fmt::format("{}_{}", opencl_name(combination.type), lockstep::name(combination.op));
    // The same kernels are in each unit, with other types.
    text_ = fmt::format("#include \"run.cuh\"\n\nnamespace unit_{} {{\n", name_);
  }

  void add(const Algorithm& algorithm, const Plan& plan) {
    const std::string id =
        fmt::format("{}{}", identifier(algorithm.id), is_exclusive(plan) ? "_exclusive" : "");
    std::string text = fmt::format("\nnamespace {} {{\n", id);
    std::vector<std::vector<std::string>> launches;
    for (std::size_t program = 0; program < plan.programs.size(); ++program) {
      const auto form = sim::translation::cuda_form(plan, program);
      if (!form) {
        programs_.untranslated.push_back(fmt::format("{} {}: {}", algorithm.id, name_, form.error().message));
        return;
      }
      text += fmt::format("namespace p{} {{\nusing ::min;\nusing ::max;\n{}}}\n", program,
                          for_a_namespace(form->text()));
      launches.push_back(form->launches);
      ++programs_.forms;
    }
    kernels_ += text + "}\n";
    // The result of others is not the reference's.
    const bool is_right = (!algorithm.hazard || !algorithm.hazard->broken) &&
                          (is_commutative(combination_.op) || !algorithm.commutative_only);
    if (is_right) text += run_function(algorithm, plan, launches);
    text_ += text + "}\n";
    if (is_right) calls_ += fmt::format("  right += unit_{}::{}::run();\n  ++all;\n", name_, id);
  }

  CudaUnit finish() {
    text_ += fmt::format("\n}}\n\nvoid run_{}(int& right, int& all)\n{{\n{}}}\n", name_, calls_);
    return {name_, text_, kernels_};
  }
  const std::string& name() const { return name_; }

 private:
  static bool is_exclusive(const Plan& plan) {
    return plan.expectation &&
           (plan.expectation->kind == Expectation::Kind::exclusive_scan || plan.expectation->is_exclusive);
  }

  std::size_t store(const std::vector<std::byte>& bytes) {
    const auto [place, is_new] = programs_.places.try_emplace(
        std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()), programs_.data.size());
    if (is_new) programs_.data.insert(programs_.data.end(), bytes.begin(), bytes.end());
    return place->second;
  }

  std::string run_function(const Algorithm& algorithm, const Plan& plan,
                           const std::vector<std::vector<std::string>>& launches) {
    std::string text = "int run()\n{\n";
    std::vector<std::vector<std::byte>> initial;
    for (const PlanBuffer& buffer : plan.buffers) {
      initial.push_back(materialise(buffer));
      const bool filled = buffer.content.pattern != Content::Pattern::uninitialised;
      text += fmt::format("  Buffer {}({}, {});\n", identifier(buffer.name), buffer.bytes(),
                          filled ? fmt::format("data + {}", store(initial.back())) : "nullptr");
    }
    std::vector<std::size_t> next(launches.size(), 0);
    for (const PlanLaunch& launch : plan.launches)
      text += fmt::format("  p{}::{}\n", launch.program, launches[launch.program][next[launch.program]++]);
    const Expected expected = expected_of(plan, initial);
    const PlanBuffer& result = plan.buffers[plan.expectation->result_buffer];
    const std::string_view compare = result.type == ElementType::float32   ? "float"
                                     : result.type == ElementType::float64 ? "double"
                                                                           : "unsigned char";
    text += fmt::format("  return check<{}>(\"{}{}\", \"{}\", {}, {}, {}, {});\n}}\n", compare, algorithm.id,
                        is_exclusive(plan) ? " exclusive" : "", name_, identifier(result.name),
                        fmt::format("data + {}", store(expected.values)), expected.values.size(),
                        expected.tolerance);
    return text;
  }

  CudaPrograms& programs_;
  Combination combination_;
  std::string name_, text_, kernels_, calls_;
};

std::string main_text(const std::vector<CudaUnit>& units) {
  std::string text = "#include \"run.cuh\"\n\nconst unsigned char* data;\n\n";
  for (const CudaUnit& unit : units) text += fmt::format("void run_{}(int& right, int& all);\n", unit.name);
  text +=
      "\nint main(int, char** arguments)\n{\n  data = read_file(arguments[1]);\n  int right = 0, all = 0;\n";
  for (const CudaUnit& unit : units) text += fmt::format("  run_{}(right, all);\n", unit.name);
  return text + "  std::printf(\"%d of %d passed\\n\", right, all);\n  return right == all ? 0 : 1;\n}\n";
}

}  // namespace

CudaPrograms cuda_programs(std::uint64_t n, std::uint64_t group_size) {
  CudaPrograms programs;
  for (const Combination combination : combinations()) {
    UnitWriter unit(programs, combination);
    for (const std::vector<Algorithm>* list : all_lists())
      for (const Algorithm& algorithm : *list)
        for (const bool exclusive : {false, true}) {
          if (exclusive && !algorithm.has_exclusive_form) continue;
          PlanRequest request{
              .n = n, .group_size = group_size, .op = combination.op, .type = combination.type};
          request.exclusive = exclusive;
          request.limits = sim::limits_of(**sim::find_device_model("cc9.0"));
          const auto plan = make_plan(algorithm, request, load_kernel(algorithm, "").value());
          if (plan) unit.add(algorithm, *plan);  // else it does not take this type or operator
        }
    programs.units.push_back(unit.finish());
  }
  programs.units.push_back({"main", main_text(programs.units), {}});
  return programs;
}

}  // namespace lockstep
