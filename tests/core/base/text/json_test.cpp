#include "core/base/text/json.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace lockstep {
namespace {

using Json = nlohmann::json;
using Ordered = nlohmann::ordered_json;
using testing::HasSubstr;
using testing::Not;

std::string fault(std::string_view text) {
  const auto json = parse_json<Ordered>(text);
  return json ? "is JSON" : json.error().text();
}

TEST(Json, ValuesAreReadAsTheLibraryReadsThem) {
  for (const char* text :
       {"null", "true", "-7", "18446744073709551615", "1.5e-3", "\"a\\u00e9\\n\"", "[]", "{}",
        "[1, [2, [3, []]], {\"a\": {}}]", "{\"b\": [1, {\"c\": null}], \"a\": {\"x\": \"y\"}, \"z\": false}",
        "\xEF\xBB\xBF{\"n\": 16}", " [ 1 ,\n 2 ] "}) {
    EXPECT_EQ(parse_json<Json>(text).value(), Json::parse(text)) << text;
    EXPECT_EQ(parse_json<Ordered>(text).value(), Ordered::parse(text)) << text;
  }
  EXPECT_EQ(json_line(parse_json<Ordered>(R"({"b":1,"a":[{"d":2,"c":3}]})").value()),
            R"({"b":1,"a":[{"d":2,"c":3}]})")
      << "keys keep their order";
}

TEST(Json, AFaultHasItsPlaceAndPlainWords) {
  EXPECT_EQ(fault(""), "line 1, column 1: it is empty");
  EXPECT_EQ(fault("[1, 2 7]"), "line 1, column 7: a comma or ] is missing before 7");
  EXPECT_EQ(fault("{\"ä\": 1\n \"b\": 2}"), "line 2, column 2: a comma or } is missing before \"b\"");
  EXPECT_EQ(fault("{\"n\" 16}"), "line 1, column 6: a : is missing between the key and 16");
  EXPECT_EQ(fault("[1, 2,]"), "line 1, column 7: no entry follows the comma before ]");
  EXPECT_EQ(fault("[1,, 2]"), "line 1, column 4: a value is expected here, not ,");
  EXPECT_EQ(fault("{n: 16}"), "line 1, column 2: a key in quotation marks is expected here, not n");
  EXPECT_EQ(fault("{\"n\": True}"), "line 1, column 7: a value is expected here, not True");
  EXPECT_EQ(fault("{} x"), "line 1, column 4: nothing may follow the end of the value, but x does");
  EXPECT_EQ(fault("{\n // n\n}"), "line 2, column 2: JSON has no comments; remove this one");
  EXPECT_EQ(fault("[1e999]"), "line 1, column 2: the number 1e999 is too large");
  EXPECT_EQ(fault("{\"n\": 1, \"n\": 2}"), "line 1, column 13: the key \"n\" appears twice in this object");
  EXPECT_THAT(fault("{\n\"a\": [1, 2"), HasSubstr("it ends inside the list that begins in line 2"));
  EXPECT_EQ(fault("{\"a\": \"b"), "line 1, column 7: this string is not terminated");
  EXPECT_EQ(fault("{\"a\": \"b\n\"}"), "line 1, column 7: this string is not terminated on its line");
  EXPECT_THAT(fault("[\"a\tb\"]"), HasSubstr("line 1, column 4: a string has the control character U+0009"));
  EXPECT_THAT(fault("[\"\\q\"]"), HasSubstr("this escape sequence does not exist"));
  EXPECT_THAT(fault("[\"\xFF\"]"), HasSubstr("not UTF-8"));
  EXPECT_THAT(fault(std::string_view("\xFF\xFE{\0}\0", 6)), HasSubstr("UTF-16"));
  EXPECT_EQ(parse_json<Json>("[1 2]").error().text_of("a.json"),
            "a.json:1:4: this is not JSON: a comma or ] is missing before 2.");
}

TEST(Json, FaultsQuoteLittleAndNothingOfTheLibrary) {
  const std::string name(5'000'000, 'x');
  for (const std::string& text :
       {"[" + name, "{\"" + name + "\": 1, \"" + name + "\": 2}", "[1 " + name + "]", "[\"" + name,
        "[" + std::string(1'000'000, '9') + "e99999]"}) {
    EXPECT_LT(fault(text).size(), 300u);
    EXPECT_THAT(fault(text), Not(HasSubstr("json.exception")));
  }
  EXPECT_EQ(quoted_json(Json("ab")), "\"ab\"");
  EXPECT_EQ(quoted_json(Json(name)), "a long string");
  EXPECT_EQ(quoted_json(Ordered::array({Ordered(name)})), "a long array");
}

TEST(Json, NestingHasALimit) {
  const auto nested = [](std::size_t levels, const std::string& open, const std::string& close) {
    std::string text;
    for (std::size_t i = 0; i < levels; ++i) text += open;
    text += "1";
    for (std::size_t i = 0; i < levels; ++i) text += close;
    return text;
  };
  EXPECT_EQ(fault(nested(kDeepestNesting, "[", "]")), "is JSON");
  for (const std::size_t levels : {std::size_t{kDeepestNesting} + 1, std::size_t{1'000'000}}) {
    EXPECT_THAT(fault(nested(levels, "[", "]")), HasSubstr("nested more than 1000 levels deep"));
    EXPECT_THAT(fault(nested(levels, "{\"a\":", "}")), HasSubstr("nested more than 1000 levels deep"));
    EXPECT_THAT(fault(std::string(levels, '[')), HasSubstr("nested more than 1000 levels deep"));
  }
  EXPECT_TRUE(parse_json<Json>("[[1]]", 2));
  EXPECT_EQ(parse_json<Json>("[[[1]]]", 2).error().text(),
            "line 1, column 3: this list or object is nested more than 2 levels deep");
}

// The ordered keys of an object are a list: searching it for each key would take minutes.
TEST(Json, ManyKeysTakeLittleTime) {
  std::string text = "{";
  for (int i = 0; i < 100'000; ++i) text += "\"key" + std::to_string(i) + "\": 1,";
  EXPECT_THAT(fault(text + "\"key7\": 2}"), HasSubstr("the key \"key7\" appears twice"));
  text.back() = '}';
  EXPECT_EQ(parse_json<Ordered>(text)->size(), 100'000u);
  EXPECT_EQ(parse_json<Json>(text)->size(), 100'000u);
}

TEST(Json, WhatAnObjectLacksIsSaidInPlainWords) {
  const Json object = {{"n", "many"}};
  const auto reason = [&](auto read) {
    try {
      read();
    } catch (const std::exception& error) {
      return json_reason(error);
    }
    return std::string("read");
  };
  EXPECT_EQ(reason([&] { static_cast<void>(object.at("date")); }), "it has no field \"date\"");
  EXPECT_EQ(reason([&] { static_cast<void>(object.at("n").get<int>()); }), "a field has the wrong type");
  EXPECT_EQ(reason([] { throw std::invalid_argument("'x' is not known"); }), "'x' is not known");
}

TEST(Json, LinesOfOtherProgramsThatAreNoneAreNull) {
  EXPECT_TRUE(parse_json_line("{\"a\": 1}").is_object());
  EXPECT_TRUE(parse_json_line("a driver speaks").is_null());
  EXPECT_TRUE(parse_json_line(std::string(1'000'000, '[')).is_null());
}

}  // namespace
}  // namespace lockstep
