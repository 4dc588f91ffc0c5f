#include "assignment/grading/taken_hints.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::assignment {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A task with two hints, of which a submission has points and extra points.
struct Hinted {
  Task task;
  SubmissionResult result;

  Hinted(double points, double bonus) {
    task.title = "Sum";
    task.name = "sum";
    task.hints = {{0.5, "one"}, {1, "two"}};
    TaskResult& one = result.tasks.emplace_back();
    one.task = &task;
    one.points = points;
    one.bonus = bonus;
  }
  const TaskResult& after(const std::string& json, const std::string& path = "hints.json") {
    take_off_hints({{path, json}}, result);
    return result.tasks.front();
  }
};

std::string taken(int hints) {
  return R"({"assignment": "x", "cost": 0, "tasks": [{"task": "sum", "cost": 0, "hints": )" +
         std::to_string(hints) + "}]}";
}

TEST(TakenHints, CostWhatTheAssignmentSays) {
  Hinted hinted(3, 0);
  EXPECT_EQ(hinted.after(taken(1)).points, 2.5);
  EXPECT_THAT(hinted.result.notes, ElementsAre("Sum: 1 hint cost 0.5, which is deducted."));
  EXPECT_EQ(Hinted(3, 0).after(taken(2), "ada/hints.json").points, 1.5);
  EXPECT_EQ(Hinted(3, 0).after(taken(9)).points, 1.5) << "there are two";
}

TEST(TakenHints, AreTakenOffExtraPointsFirstAndNeverBelowNothing) {
  Hinted hinted(3, 1);
  hinted.after(taken(2));
  EXPECT_EQ(hinted.result.tasks.front().bonus, 0);
  EXPECT_EQ(hinted.result.tasks.front().points, 2.5);
  EXPECT_EQ(Hinted(1, 0).after(taken(2)).points, 0);
  Hinted without(0, 0);
  without.after(taken(2));
  EXPECT_THAT(without.result.notes, IsEmpty());
}

TEST(TakenHints, AnyFileOfThatNameDoesNoHarm) {
  for (const char* const json : {"", "[]", "{\"tasks\": 3}", "{"}) {
    Hinted hinted(3, 0);
    EXPECT_EQ(hinted.after(json).points, 3);
    EXPECT_THAT(hinted.result.notes, ElementsAre(HasSubstr("cannot be read")));
  }
  for (const char* const json :
       {"{\"tasks\": []}", "{\"tasks\": [1, {\"task\": 2}, {\"task\": \"sum\", \"hints\": -1}]}"})
    EXPECT_EQ(Hinted(3, 0).after(json).points, 3);
}

}  // namespace
}  // namespace lockstep::assignment
