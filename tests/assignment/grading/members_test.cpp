#include "assignment/grading/members.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assignment/grading/overrides.hpp"
#include "assignment/report/files.hpp"
#include "assignment/report/formats.hpp"
#include "assignment/report/moodle.hpp"
#include "tests/assignment/made_assignment.hpp"

namespace lockstep::assignment {
namespace {

using testing::HasSubstr;

constexpr const char* kTestOfMembers = "```test A\n{\"points\": 4, \"n\": 8, \"L\": 4}\n```\n";

struct MadeGroups {
  MadeAssignment made{kTestOfMembers};
  Grading grading;

  MadeGroups() { grading.assignment = &made.assignment(); }

  SubmissionResult& add(const std::string& id, const std::string& shown, const std::string& kernel,
                        const std::vector<std::string>& members = {}) {
    SubmissionResult& one = grading.submissions.emplace_back();
    one.id = one.submitter = id;
    one.shown = shown;
    one.members = members;
    if (!kernel.empty()) one.files = handed_in(kernel);
    one.tasks.push_back(made.judged(one.files));
    add_final_points(made.assignment(), one);
    return one;
  }
  const SubmissionResult& find(const std::string& id) const {
    const auto found = std::ranges::find(grading.submissions, id, &SubmissionResult::id);
    EXPECT_NE(found, grading.submissions.end()) << id;
    return found == grading.submissions.end() ? grading.submissions.front() : *found;
  }
};

TEST(Members, EachHasTheResultOfTheGroupInEveryTableAndAFolder) {
  MadeGroups groups;
  groups.add("team-1", "team-1", kRightKernel, {"Ada Lovelace", "bob"});
  add_members(groups.grading);
  ASSERT_EQ(groups.grading.submissions.size(), 3u);
  EXPECT_EQ(groups.find("Ada_Lovelace").final_points, 4);
  EXPECT_EQ(groups.find("bob").group, "team-1");
  for (const NamedFormat& format : formats()) {
    if (format.all == nullptr) continue;
    EXPECT_THAT(format.all(groups.grading), HasSubstr("bob")) << format.name;
  }
  EXPECT_THAT(student_text(groups.grading, groups.find("bob")), HasSubstr("bob: 4 of 4 points"));
  EXPECT_THAT(gradescope_json(groups.grading, groups.find("bob")),
              HasSubstr("This is the submission of team-1."));
  const TemporaryFolder folder;
  ASSERT_TRUE(write_reports(groups.grading, folder.path().string()));
  for (const char* id : {"team-1", "Ada_Lovelace", "bob"})
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "students" / id / "index.html")) << id;
}

TEST(Members, AnEmptyFolderOfAMemberGivesWayToTheGroup) {
  MadeGroups groups;
  groups.add("Max_1", "Max", kRightKernel, {"Max", "Lea"}).original = "Max_1_assignsubmission_file_";
  groups.add("Lea_2", "Lea", "").original = "Lea_2_assignsubmission_file_";
  groups.add("Kim_3", "Kim", "").original = "Kim_3_assignsubmission_file_";
  add_members(groups.grading);
  EXPECT_EQ(groups.grading.submissions.size(), 3u);
  const std::string sheet = moodle_grades(groups.grading);
  EXPECT_THAT(sheet, HasSubstr("Participant 2,Lea,4,4,"));
  EXPECT_THAT(sheet, HasSubstr("Participant 3,Kim,0,4,"));
}

TEST(Members, WhoIsNotInMoodlesDownloadHasARowWithoutANumber) {
  MadeGroups groups;
  groups.add("Max_1", "Max", kRightKernel, {"Lea"}).original = "Max_1_assignsubmission_file_";
  add_members(groups.grading);
  EXPECT_THAT(moodle_grades(groups.grading), HasSubstr("\n,Lea,4,4,"));
}

TEST(Members, WhoHandedInFilesKeepsThePointsForTheseWithANote) {
  MadeGroups groups;
  groups.add("max", "Max", kRightKernel, {"Lea"});
  groups.add("lea", "Lea", right_kernel_with("+=", "="));
  add_members(groups.grading);
  EXPECT_EQ(groups.find("lea").final_points, 0);
  EXPECT_THAT(groups.find("lea").notes, testing::Contains(HasSubstr("is also a member of Max")));
}

TEST(Members, PointsOfAPersonAreOfTheWholeGroupOrOfOneMember) {
  MadeGroups groups;
  groups.add("team", "team", kRightKernel, {"ada", "bob"});
  add_members(groups.grading);
  ASSERT_TRUE(add_overrides("submission,task,points,reason\nteam,,3,x\nbob,,1,y\n", groups.grading));
  EXPECT_EQ(groups.find("team").final_points, 3);
  EXPECT_EQ(groups.find("ada").final_points, 3);
  EXPECT_EQ(groups.find("bob").final_points, 1);
}

}  // namespace
}  // namespace lockstep::assignment
