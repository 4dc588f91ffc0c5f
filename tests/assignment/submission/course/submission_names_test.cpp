#include "assignment/submission/course/submission_names.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lockstep::assignment {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

NamedSubmissions course() {
  NamedSubmissions names;
  names.add({"ada-attempt-1", "ada", "ada", "ada"});
  names.add({"ada-attempt-2", "ada", "ada", "ada"});
  names.add({"Kim_7", "Kim_7", "Kim Lee", "Kim Lee_7_assignsubmission_file_"});
  names.add({"Kim_8", "Kim_8", "Kim Lee", "Kim Lee_8_assignsubmission_file_"});
  names.add({"eve", "eve", "eve", "eve.zip"});
  names.add({"becker.1", "becker.1", "becker.1", "becker.1"});
  return names;
}

TEST(NamedSubmissions, AnAttemptOrAllOfASubmitterAreFound) {
  EXPECT_THAT(course().find("ada").value(), ElementsAre(0, 1));
  EXPECT_THAT(course().find("ada-attempt-2").value(), ElementsAre(1));
  for (const char* name : {"7", "Participant 7", "Kim_7", "Kim Lee_7_assignsubmission_file_"})
    EXPECT_THAT(course().find(name).value(), ElementsAre(2)) << name;
  for (const char* name : {"eve", "Eve", "eve.zip"})
    EXPECT_THAT(course().find(name).value(), ElementsAre(4)) << name;
}

TEST(NamedSubmissions, ANameOfTwoPeopleOrOfNobodyIsAnError) {
  EXPECT_THAT(course().find("Kim Lee").error().message, HasSubstr("is the name of Kim_7 and Kim_8"));
  EXPECT_THAT(course().find("evv").error().message, HasSubstr("the nearest name is \"eve\""));
  EXPECT_THAT(course().find("becker").error().message, HasSubstr("the nearest name is \"becker.1\""));
  EXPECT_THAT(NamedSubmissions().find("x").error().message, "there is no submission \"x\"");
}

}  // namespace
}  // namespace lockstep::assignment
