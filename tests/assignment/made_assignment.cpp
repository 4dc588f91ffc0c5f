#include "tests/assignment/made_assignment.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "assignment/judging/execute.hpp"

namespace lockstep::assignment {
namespace {

void write_file(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

constexpr const char* kPlan = R"({"lockstep_plan": 1, "file": "sum.cl",
 "buffers": [{"name": "in", "type": "{type}", "count": "{n}", "fill": "random:{seed}:-99..99"},
             {"name": "out", "type": "{type}", "count": "{ceil(n / (2 L))}"}],
 "launches": [{"kernel": "sum", "global": "{ceil(n / (2 L)) * L}", "local": "{L}",
               "arguments": ["in", "out", {"scalar": "uint", "value": "{n}"}, {"local_bytes": "{4 L}"}]}],
 "expect": {"buffer": "out", "reference": "sum", "of": "in", "by_group": true}})";

}  // namespace

const std::string kRightKernel =
    R"(kernel void sum(global const int* in, global int* out, uint n, local int* block) {
  uint t = get_local_id(0), L = get_local_size(0);
  uint i = get_group_id(0) * 2 * L + t;
  block[t] = (i < n ? in[i] : 0) + (i + L < n ? in[i + L] : 0);
  for (uint s = L / 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < s) block[t] += block[t + s];
  }
  if (t == 0) out[get_group_id(0)] = block[0];
}
)";

std::string right_kernel_with(std::string_view from, std::string_view to) {
  std::string text = kRightKernel;
  const std::size_t at = text.find(from);
  EXPECT_NE(at, text.npos) << from;
  return text.replace(std::min(at, text.size()), from.size(), to);
}

std::vector<SourceText> handed_in(const std::string& kernel) { return {{"sum.cl", kernel}}; }

HandedIn handed_in_by(const std::string& name, const std::string& kernel) {
  HandedIn one;
  one.id = one.submitter = one.shown = name;
  one.files = handed_in(kernel);
  return one;
}

MadeAssignment::MadeAssignment(const std::string& tests, const std::string& first_page) {
  const std::filesystem::path& path = temporary_.path();
  write_file(path / "assignment.md",
             "# Sums\n\n" + first_page +
                 "\n\n---\n\n# Sum of a group\n\nfile: sum.cl\nplan: sum.plan.json\n\nAdd.\n\n" + tests);
  write_file(path / "sum.plan.json", kPlan);
  write_file(path / "reference/sum.cl", kRightKernel);
  write_file(path / "skeleton/sum.cl", right_kernel_with("block[0]", "0"));
  folder_ = {"sums", path.string()};
  read_ = read_assignment(folder_);
  EXPECT_TRUE(read_) << read_.error().message;
}

void MadeAssignment::write(const std::string& path, const std::string& text) const {
  write_file(temporary_.path() / path, text);
}

TaskResult MadeAssignment::judged(const std::vector<SourceText>& files, bool finds_examples) const {
  Judge judge(assignment(), folder_, "secret");
  Judge::Options options;
  options.finds_examples = finds_examples;
  auto result = judge.judge(
      task(), files, [](const RunRequest& request) { return execute(request); }, options);
  EXPECT_TRUE(result) << result.error().message;
  return result ? std::move(*result) : TaskResult{&task(), {}, 0, 0};
}

TaskResult MadeAssignment::judged(const std::string& kernel, bool finds_examples) const {
  return judged(handed_in(kernel), finds_examples);
}

}  // namespace lockstep::assignment
