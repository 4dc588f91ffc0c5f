// Numbers that occur only in hidden tests are searched for in everything that a student gets.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "assignment/grading/grade.hpp"
#include "assignment/report/formats.hpp"
#include "assignment/report/pages.hpp"
#include "tests/assignment/made_assignment.hpp"
#include "tests/assignment/worker_options.hpp"

namespace lockstep::assignment {
namespace {

// What a hidden test holds: sizes, seeds, values, names of files, limits, options.
constexpr const char* kHiddenTests = R"(
```test Public
{"points": 1, "n": [8], "L": 4, "seeds": 1, "schedules": "lockstep"}
```

```test Hidden sizes
{"points": 1, "n": [70003], "L": 32, "seeds": [71234567], "schedules": "lockstep", "steps": 4000037, "visibility": "after due"}
```

```test Hidden values
{"points": 1, "n": [4], "L": 4, "seeds": [72234567], "schedules": "lockstep", "visibility": "after publication",
 "buffers": [{"name": "in", "fill": "73234567,74234567,-75234567,1"}]}
```

```test Hidden file
{"points": 1, "n": [4], "L": 4, "seeds": [1], "schedules": "lockstep", "visibility": "after due",
 "buffers": [{"name": "in", "fill": "@hidden-76234567.csv"}]}
```

```test Hidden limits
{"points": 1, "n": [40009], "L": 32, "seeds": [77234567], "schedules": "lockstep", "visibility": "after due",
 "criteria": ["result right", "78234567 barriers <= 79234567", "T + 80234567 > 81234567"], "steps": 4000039}
```

```test Hidden options
{"points": 1, "n": [8], "L": 4, "seeds": [83234567], "schedules": "lockstep", "visibility": "after due",
 "options": "-D SECRET=84234567"}
```

```test Never shown
{"points": 1, "n": [40013], "L": 32, "seeds": [85234567], "schedules": "lockstep", "visibility": "never",
 "criteria": ["result right", "barriers <= 86234567 n - 86234567 n"]}
```
)";

const std::vector<std::string> kCanaries{"70003",    "71234567", "72234567", "73234567", "74234567",
                                         "75234567", "76234567", "40009",    "77234567", "78234567",
                                         "79234567", "80234567", "81234567", "83234567", "84234567",
                                         "40013",    "85234567", "400007",   "400009",   "86234567",
                                         "87234567", "70004",    "280012",   "160036",   "160052"};

// Kernels that fail in their ways, and that try to say what they see.
constexpr const char* kHead =
    "kernel void sum(global const int* in, global int* out, uint n, local int* block) {\n";
const std::vector<std::pair<std::string, std::string>> kKernels{
    {"nothing", ""},
    {"wrong", "if (get_local_id(0) == 0) out[get_group_id(0)] = in[0];\n"},
    {"copies", "out[get_group_id(0)] = in[n - 1];\n"},
    {"outside", "out[n] = in[n + 1];\n"},
    {"far outside", "out[in[0]] = n;\n"},
    {"only large", "if (n > 1000 || in[0] > 1000) out[n] = n; else out[0] = in[0];\n"},
    {"prints", "printf(\"%d %u\\n\", in[0], n); out[0] = n / (in[0] - in[0]);\n"},
    {"endless", "while (n != 0) out[0] = in[0];\n"},
    {"endless for large", "while (n > 1000) out[0] = n;\n"},
    {"overflows", "out[0] = 2000000000 + in[0] * 100;\n"},
    {"shifts", "out[0] = 1 << in[0]; out[0] = 1 << n;\n"},
    {"narrows", "char c = n; out[0] = c;\n"},
    {"races", "out[0] = n;\n"},
    {"diverges", "if (get_local_id(0) < in[0]) barrier(CLK_LOCAL_MEM_FENCE);\n"},
    {"reads nothing", "out[0] = block[n % 4];\n"},
    {"does not compile with options",
     "#ifdef SECRET\nint a[-SECRET]; a[0] = undefined_name + SECRET;\n#endif\n"},
    {"asserts", "#ifdef SECRET\nint a[SECRET == 1 ? 1 : -SECRET];\n#else\nint a[-1];\n#endif\n"},
    {"does not compile", "out[0] = missing;\n"},
    {"much memory", "int a[84234567]; a[n] = 1; out[0] = a[in[0]];\n"},
    {"many barriers", "for (uint i = 0; i < n; ++i) barrier(CLK_LOCAL_MEM_FENCE); out[0] = in[0];\n"},
};

// The right sum, with too many barriers.
std::string slow_sum() {
  std::string text = kRightKernel;
  const std::size_t at = text.find("  if (t == 0) out");
  return text.insert(at, "  for (uint k = 0; k < 20; ++k) barrier(CLK_LOCAL_MEM_FENCE);\n");
}

std::string all_texts_for(const Grading& grading, const SubmissionResult& result) {
  std::string all =
      student_page(grading, result) + student_text(grading, result) + gradescope_json(grading, result) +
      prairielearn_json(grading, result) + autolab_line(grading, result) + vpl_text(grading, result) +
      coderunner_json(grading, result) + student_junit_xml(grading, result) + junit_xml(grading);
  for (const NamedFormat& format : formats())
    if (format.one != nullptr) all += format.one(grading, result);
  return all;
}

struct Graded {
  MadeAssignment small{kHiddenTests};
  Grading grading;
  Graded() {
    small.write("hidden-76234567.csv", "87234567\n1\n2\n3\n");
    std::vector<HandedIn> submissions;
    for (const auto& [name, body] : kKernels)
      submissions.push_back(handed_in_by(name, std::string(kHead) + body + "}\n"));
    submissions.push_back(handed_in_by("slow", slow_sum()));
    submissions.push_back(handed_in_by("right", kRightKernel));
    GradeOptions options;
    options.secret = "a secret of its own";
    options.worker = worker_options();
    grading = grade(small.assignment(), small.folder(), submissions, options).value();
  }
};

class Canaries : public testing::Test {
 protected:
  static void SetUpTestSuite() { graded_ = std::make_unique<Graded>(); }
  static void TearDownTestSuite() { graded_.reset(); }
  static inline std::unique_ptr<Graded> graded_;
  const Grading& grading_ = graded_->grading;
};

bool has_written(const SubmissionResult& result, const std::string& canary) {
  return std::ranges::any_of(
      result.files, [&](const SourceText& file) { return file.text.find(canary) != file.text.npos; });
}

TEST_F(Canaries, NoneIsInWhatAStudentGets) {
  for (const SubmissionResult& one : grading_.submissions) {
    const std::string all = all_texts_for(grading_, one);
    for (const std::string& canary : kCanaries) {
      if (has_written(one, canary)) continue;
      const std::size_t at = all.find(canary);
      EXPECT_EQ(at, all.npos) << one.id << ": " << all.substr(at < 200 ? 0 : at - 200, 400);
    }
  }
}

// Or the test above would search in nothing.
TEST_F(Canaries, TheGraderSeesThem) {
  const std::string all = grader_json(grading_) + grader_page(grading_);
  for (const char* canary : {"70003", "71234567", "73234567", "78234567", "79234567"})
    EXPECT_THAT(all, testing::HasSubstr(canary));
}

TEST_F(Canaries, TheStudentStillLearnsWhatKindOfFailureItIs) {
  const auto slow = std::ranges::find(grading_.submissions, "slow", &SubmissionResult::id);
  const std::string text = student_text(grading_, *slow);
  EXPECT_THAT(text, testing::HasSubstr("which is too much"));
  const auto broken = std::ranges::find(grading_.submissions, "does not compile", &SubmissionResult::id);
  EXPECT_THAT(student_text(grading_, *broken), testing::HasSubstr("missing"));
}

}  // namespace
}  // namespace lockstep::assignment
