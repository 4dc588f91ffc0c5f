#include "tests/assignment/small_assignment.hpp"

#include <filesystem>
#include <fstream>
#include <utility>

namespace lockstep::assignment {
namespace {

constexpr const char* kPlan =
    R"({"buffers": [{"name": "in", "type": "int", "count": "{n}", "fill": "random:{seed}:-99..99"},
             {"name": "out", "type": "int", "count": "{ceil(n / L)}"}],
 "launches": [{"kernel": "sum", "global": "{ceil(n / L) * L}", "local": "{L}",
               "arguments": ["in", "out", {"scalar": "uint", "value": "{n}"}, {"local_bytes": "{4 L}"}]}],
 "expect": {"buffer": "out", "reference": "sum", "of": "in", "by_group": true}}
)";

}  // namespace

SmallAssignment::SmallAssignment(const std::string& tests) {
  write("assignment.md",
        "# Sums\n\n---\n\n# Sum of a group\n\nfile: sum.cl\nplan: sum.plan.json\n\n" + tests);
  write("sum.plan.json", kPlan);
  write("reference/sum.cl", kRightSum);
  write("skeleton/sum.cl",
        "kernel void sum(global const int* in, global int* out, uint n, local int* block) {\n}\n");
  folder_ = {"sums", files_.path().string()};
  assignment_ = load_assignment(folder_).value();
}

void SmallAssignment::write(const std::string& file, const std::string& text) const {
  const std::filesystem::path path = files_.file(file);
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

HandedIn handed_in(const std::string& name, const std::string& kernel) {
  HandedIn one;
  one.id = one.submitter = one.shown = name;
  one.files = {{"sum.cl", kernel}};
  return one;
}

}  // namespace lockstep::assignment
