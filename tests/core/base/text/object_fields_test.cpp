#include "core/base/text/object_fields.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace lockstep {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Cup {
  std::string name = "usual";
  std::uint64_t size = 3;
  bool full = false;
  double height = 1.5;
  std::vector<std::uint64_t> marks;
  std::map<std::string, Cup> parts;
  bool operator==(const Cup&) const = default;
};

template <class Fields, class C>
void cup_fields(Fields& fields, C& cup) {
  fields.text("name", cup.name);
  fields.number("size", cup.size);
  fields.flag("full", cup.full);
  fields.real("height", cup.height);
  fields.numbers_or_none("marks", cup.marks);
  fields.map("parts", cup.parts, [](auto& part, auto& size) { part.number_or("size", size.size, 3); });
}

const Cup kCup{"tall", 5, true, 2.25, {1, 2}, {{"lid", {"usual", 9, false, 1.5, {}, {}}}}};

TEST(ObjectFields, AreReadAsTheyWereWritten) {
  const FieldsJson json = written_fields([](FieldWriter& fields) { cup_fields(fields, kCup); });
  Cup read;
  const FieldReader reader(json);
  cup_fields(reader, read);
  EXPECT_EQ(read, kCup);
}

TEST(ObjectFields, AMistakeEndsTheReadingOfWhatTheProgramWrote) {
  const auto read = read_fields<Cup>(FieldsJson{{"name", "tall"}, {"size", "much"}}, "a cup",
                                     [](const FieldReader& fields, Cup& cup) { cup_fields(fields, cup); });
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message, HasSubstr("This is not a cup: 'size' is not a whole number"));
}

TEST(ObjectFields, WhereMistakesAreNotedTheRestIsRead) {
  const FieldsJson json{
      {"name", 4},         {"size", "much"},
      {"full", 0},         {"height", 2.5},
      {"marks", {1, "x"}}, {"parts", {{"lid", 5}, {"ear", {{"size", true}, {"colour", 1}}}}},
      {"colour", "red"}};
  std::vector<std::string> mistakes;
  const NoteMistake note = [&](const FieldMistake& mistake) {
    mistakes.push_back(mistake.path + (mistake.is_unknown_key ? " is unknown" : " " + mistake.what));
  };
  Cup read;
  const FieldReader reader(json, note);
  cup_fields(reader, read);
  reader.finish();
  EXPECT_EQ(read, (Cup{"usual", 3, false, 2.5, {}, {{"ear", {}}}}));
  EXPECT_THAT(mistakes, ElementsAre("name is 4, not a text", "size is not a whole number",
                                    "full is 0, not true or false", "marks is not a whole number",
                                    "parts.lid is 5, not an object", "parts.ear.size is not a whole number",
                                    "parts.ear.colour is unknown", "colour is unknown"));
}

TEST(ObjectFields, WhatAKeptFileLacksKeepsItsValue) {
  Cup read;
  const FieldReader reader(FieldsJson::array(), kIgnoreMistakes);
  cup_fields(reader, read);
  EXPECT_EQ(read, Cup{});
}

}  // namespace
}  // namespace lockstep
