#include "assignment/judging/cases.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "tests/assignment/made_assignment.hpp"

namespace lockstep::assignment {
namespace {

using testing::HasSubstr;
using Json = nlohmann::json;

Case case_of(std::uint64_t n, std::uint64_t L) {
  Case values;
  values.n = n;
  values.L = L;
  values.type = "int";
  values.op = "sum";
  return values;
}

std::string launch_text(const std::string& fields) {
  return R"({"launches": [{"kernel": "reduce_step", )" + fields + "}]}";
}
std::string problem_of(const std::string& fields, std::uint64_t n) {
  const auto plan = with_values(launch_text(fields), case_of(n, 4));
  return plan ? "" : plan.error().message;
}

TEST(Cases, ALaunchWithFormulasOfStepIsOneForEachRepetition) {
  const auto text =
      with_values(launch_text(R"("label": "step {step}", "repeat": "{log n}", "global": "{n / 2^(step + 1)}",
                     "local": "{min(L, n / 2^(step + 1))}",
                     "arguments": ["a", {"scalar": "uint", "value": "{2^step}"}])"),
                  case_of(16, 4));
  ASSERT_TRUE(text) << text.error().message;
  const Json launches = Json::parse(*text)["launches"];
  ASSERT_EQ(launches.size(), 4u);
  for (std::uint64_t step = 0; step < 4; ++step) {
    const Json& launch = launches[step];
    EXPECT_EQ(launch["label"], "step " + std::to_string(step));
    EXPECT_EQ(launch["global"], 8u >> step);
    EXPECT_EQ(launch["local"], std::min(4u, 8u >> step));
    EXPECT_EQ(launch["arguments"][1]["value"], 1u << step);
    EXPECT_FALSE(launch.contains("repeat"));
  }
}

// The help is made of the tables that formulas are read with.
TEST(Cases, TheHelpOnFormulasNamesWhatTheyMayContain) {
  const std::string help = plan_formula_help();
  for (const std::string name : {"n", "L", "groups", "seed", "type", "operator"}) {
    EXPECT_EQ(problem_of(R"("global": 1, "label": "{)" + name + R"(}")", 16), "") << name;
    EXPECT_THAT(help, HasSubstr(" " + name + ": ")) << name;
  }
  EXPECT_THAT(help, HasSubstr("step: the number of the repetition"));
  for (const std::string formula :
       {"log n", "ceil(n / 3)", "floor(n / 3)", "min(n, L)", "max(n, L)", "power(n)"}) {
    EXPECT_EQ(problem_of(R"("global": "{)" + formula + R"(}")", 16), "") << formula;
    EXPECT_THAT(help, HasSubstr(formula.substr(0, formula.find_first_of(" (")))) << formula;
  }
}

// Whoever returns early for sizes that no test has must not know them all.
TEST(Cases, TheSecretDrawsOneOfTheDrawnSizes) {
  const MadeAssignment made(
      "```test Sizes\n{\"points\": 2, \"n\": [8], \"drawn n\": [16, 17, 18, 19, 20, 21, 22, 23], \"L\": 4, "
      "\"schedules\": \"lockstep\", \"visibility\": \"after due\"}\n```\n");
  const assignment::Test& test = made.task().tests.front();
  std::set<std::uint64_t> drawn;
  for (const char* const secret : {"a", "b", "c", "d", "e", "f"}) {
    const auto cases = cases_of(made.task(), test, secret);
    ASSERT_TRUE(cases);
    ASSERT_EQ(cases->size(), 2u);
    EXPECT_EQ(cases->front().n, 8u);
    EXPECT_THAT(test.lists.drawn_n, testing::Contains(cases->back().n));
    EXPECT_EQ(cases_of(made.task(), test, secret)->back().n, cases->back().n);
    drawn.insert(cases->back().n);
  }
  EXPECT_GT(drawn.size(), 1u);
}

TEST(Cases, ALaunchWithoutRepetitionsIsLeftOut) {
  const std::string two =
      R"({"launches": [{"kernel": "a", "repeat": "{log n}", "global": "{n + step}"}, {"kernel": "b", "repeat": 2}]})";
  const auto text = with_values(two, case_of(1, 4));
  ASSERT_TRUE(text) << text.error().message;
  const Json launches = Json::parse(*text)["launches"];
  ASSERT_EQ(launches.size(), 1u);
  EXPECT_EQ(launches[0]["kernel"], "b");
  EXPECT_EQ(launches[0]["repeat"], 2);
}

TEST(Cases, ALaunchOfNoWorkItemsIsLeftOut) {
  const std::string three =
      R"({"launches": [{"kernel": "a", "global": "{n - 1}"}, {"kernel": "b", "global": [4, "{floor(n / 2)}"]},
                       {"kernel": "c", "repeat": 3, "global": "{2 - step}"}]})";
  const auto text = with_values(three, case_of(1, 4));
  ASSERT_TRUE(text) << text.error().message;
  const Json launches = Json::parse(*text)["launches"];
  ASSERT_EQ(launches.size(), 2u);
  for (const Json& launch : launches) EXPECT_EQ(launch["kernel"], "c");
  EXPECT_EQ(launches[1]["global"], 1);
}

TEST(Cases, StepHasAMeaningOnlyInARepeatedLaunch) {
  EXPECT_EQ(problem_of(R"("repeat": 3, "global": "{step + 1}")", 8), "");
  EXPECT_EQ(problem_of(R"("global": 8)", 8), "") << "in the name of the kernel";
  EXPECT_THAT(problem_of(R"("repeat": "{step}", "global": 8)", 8), HasSubstr("\"step\" is not the name"));
  EXPECT_THAT(
      problem_of(
          R"("repeat": 3, "global": "{step}", "arguments": [{"scalar": "int", "value": 1, "next": "+1"}])",
          8),
      HasSubstr("\"next\""));
  EXPECT_THAT(problem_of(R"("repeat": "{n}", "global": "{step + 1}")", 1 << 24), HasSubstr("at most 10000"));
}

TEST(Cases, BuffersOfAStudentsPlanAreHisUnlessTheAuthorFillsThem) {
  const MadeAssignment made(
      "```test A\n{\"points\": 1, \"n\": 16, \"L\": 4, \"schedules\": \"lockstep\", \"seeds\": 3}\n```\n");
  const auto cases = cases_of(made.task(), made.task().tests.front(), "");
  ASSERT_TRUE(cases);
  const auto author = author_launch(made.task(), made.task().tests.front(), cases->front());
  ASSERT_TRUE(author) << author.error().message;
  const auto student = [&](const std::string& fill_of_out) {
    return student_launch(R"({"lockstep_plan": 1, "file": "other.cl", "options": "-D CHEAT",
        "buffers": [{"name": "in", "type": "float", "count": 1, "fill": 0},
                    {"name": "out", "type": "int", "count": "{n}", "fill": )" +
                              fill_of_out + R"(},
                    {"name": "own", "type": "int", "count": "{L}", "fill": 7}],
        "launches": [{"kernel": "sum", "global": "{n}", "local": "{L}", "arguments": ["in", "out", "own", {"scalar": "int", "value": "{seed}"}]}],
        "expect": {"buffer": "out", "values": 0}})",
                          "sum.plan.json", *author, cases->front());
  };
  const auto launch = student("1");
  ASSERT_TRUE(launch) << launch.error().message;
  EXPECT_EQ(launch->file, "sum.cl");
  EXPECT_EQ(launch->options, author->options);
  EXPECT_EQ(*launch->find_buffer("in"), *author->find_buffer("in"));
  EXPECT_EQ(launch->find_buffer("out")->count, 16u) << "the author's has 2 elements and no content";
  EXPECT_EQ(launch->find_buffer("own")->fill, "7");
  EXPECT_EQ(launch->launches[0].arguments[3].value, "0") << "the kernel would know its inputs";
  EXPECT_EQ(launch->expectation.kind, author->expectation.kind);
  for (const std::string fill : {"\"random:3:-99..99\"", "\"@values.csv\"", "\"iota\""}) {
    const auto refused = student(fill);
    ASSERT_FALSE(refused) << fill;
    EXPECT_THAT(refused.error().message, HasSubstr("one number only"));
  }
}

TEST(Cases, ASizeOfGroupsThatNothingDependsOnIsNotNamed) {
  for (const auto& [plan, is_named] :
       {std::pair("{\"launches\": [{\"global\": \"{n / 2}\"}]}", false),
        std::pair("{\"launches\": [{\"global\": \"{2 L}\"}]}", true),
        std::pair("{\"launches\": [{\"global\": \"{groups}\"}]}", true),
        std::pair("{\"launches\": [{\"global\": \"{n}\"}], \"options\": \"-D L=2\"}", false)}) {
    Task task;
    task.files = {"scan.cl"};
    task.plan = plan;
    const auto cases = cases_of(task, assignment::Test{}, "");
    ASSERT_TRUE(cases) << cases.error().message;
    EXPECT_EQ(cases->front().text().find("L = 64") != std::string::npos, is_named) << plan;
  }
}

}  // namespace
}  // namespace lockstep::assignment
