#include "assignment/submission/course/course_systems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::assignment {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

TEST(MoodleName, OfAFolderAndOfAFile) {
  const MoodleName folder = moodle_name("Ada King_Lovelace_12345_assignsubmission_file_").value();
  EXPECT_EQ(folder.person, "Ada King_Lovelace");
  EXPECT_EQ(folder.number, "12345");
  EXPECT_EQ(folder.kind, "file");
  EXPECT_EQ(folder.beginning, "Ada King_Lovelace_12345_assignsubmission_file_");
  EXPECT_EQ(moodle_name("Teilnehmer_7_assignsubmission_file_a_b.cl")->beginning,
            "Teilnehmer_7_assignsubmission_file_");
  EXPECT_EQ(moodle_name("Ä_7_assignsubmission_onlinetext_onlinetext.html")->kind, "onlinetext");
  EXPECT_EQ(moodle_name("Ada_7_assignsubmission_file")->beginning, "Ada_7_assignsubmission_file");
}

TEST(MoodleName, AFileThatIsNamedLikeSomebodyElsesIsOfTheOneWhoHandedItIn) {
  const auto name =
      moodle_name("Ada_123_assignsubmission_file_Bob Miller_124_assignsubmission_file_local-scan.cl");
  ASSERT_TRUE(name);
  EXPECT_EQ(name->number, "123");
  EXPECT_EQ(name->person, "Ada");
  EXPECT_EQ(name->beginning, "Ada_123_assignsubmission_file_");
}

TEST(MoodleName, OtherNamesAreNone) {
  for (const char* name :
       {"", "Ada", "Ada_assignsubmission_file_", "_7_assignsubmission_file_", "_assignsubmission_file_",
        "7_assignsubmission_file_", "Ada_x7_assignsubmission_file_"})
    EXPECT_FALSE(moodle_name(name)) << name;
}

// As the export is written: results and history within a submission, other quotes, groups.
TEST(Gradescope, NamesTimesAndGroupsOfItsMetadata) {
  const auto records = gradescope_records(R"(---
submission_101:
  :submitters:
  - :name: Ada Lovelace
    :sid: '1815'
    :email: ada@example.org
  :created_at: 2026-11-20 03:17:22.123000000 Z
  :score: 5.0
  :status: processed
  :results:
    output: |
      :created_at: not this one
    tests:
    - name: ":name: nor this"
      score: 1
  :history:
  - :id: 99
    :created_at: 2026-11-19 03:17:22.000000000 Z
    :score: 1.0
    :submitters:
    - :name: nor this one
"submission_102":
  :created_at: 2026-11-21 00:00:00 -0800
  :submitters:
    - :name: "Bob \"the\" Builder"
      :sid: ''
      :email: bob@example.org
    - :name: 'Eve O''Neil'
      :sid:
      :email: eve@example.org
submission_103: {}
)");
  ASSERT_THAT(records, SizeIs(2));
  EXPECT_EQ(records[0].folder, "submission_101");
  EXPECT_EQ(records[0].created_at, "2026-11-20 03:17:22.123000000 Z");
  ASSERT_THAT(records[0].submitters, SizeIs(1));
  EXPECT_EQ(records[0].submitters[0].name, "Ada Lovelace");
  EXPECT_EQ(records[0].submitters[0].id, "1815");
  EXPECT_EQ(records[1].folder, "submission_102");
  ASSERT_THAT(records[1].submitters, SizeIs(2));
  EXPECT_EQ(records[1].submitters[0].name, "Bob \"the\" Builder");
  EXPECT_EQ(records[1].submitters[1].name, "Eve O'Neil");
  EXPECT_EQ(records[1].submitters[1].email, "eve@example.org");
}

TEST(Gradescope, AnyTextIsRead) {
  EXPECT_THAT(gradescope_records(""), SizeIs(0));
  EXPECT_THAT(gradescope_records("- - - :\n  :submitters:\n:\n\"\n'"), SizeIs(testing::Le(2)));
  EXPECT_THAT(gradescope_records("a:\r\n  :submitters:\r\n  - :name: X\r\n")[0].submitters[0].name, "X");
}

TEST(AttemptName, OfWithinAFolderAndOfItsOwn) {
  EXPECT_EQ(attempt_name("attempt-1")->submitter, "");
  EXPECT_EQ(attempt_name("Attempt 12")->attempt, 12u);
  EXPECT_EQ(attempt_name("ada_attempt_2")->submitter, "ada");
  EXPECT_EQ(attempt_name("ada-attempt3")->attempt, 3u);
  for (const char* name :
       {"", "attempt", "attempts-1", "attempt-x", "reattempt-1", "attempt-1-ada", "attempt-99999999"})
    EXPECT_FALSE(attempt_name(name)) << name;
}

}  // namespace
}  // namespace lockstep::assignment
