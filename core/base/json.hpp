// JSON as this program writes and reads it. All text that is read as JSON comes through parse_json(): a file
// of somebody else may be nested, long and wrong in any way, and gives a value or a sentence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "core/base/nesting.hpp"
#include "core/base/result.hpp"

namespace lockstep {

// Invalid UTF-8 (names of files and devices may hold any bytes) becomes U+FFFD.
// Indented by two blanks, without a newline at the end.
std::string json_text(const nlohmann::ordered_json& json);
// All in one line, without its end.
std::string json_line(const nlohmann::ordered_json& json);

// A value as a message quotes it: on one line, and cut where it is long.
std::string quoted_json(const nlohmann::json& json);
std::string quoted_json(const nlohmann::ordered_json& json);

// Why a text is not JSON, and where: the place that is not expected, or the end of the text.
struct JsonFault {
  std::size_t byte = 0;                // from 0
  std::uint64_t line = 1, column = 1;  // from 1; columns count characters
  std::string what;                    // "a comma or ] is missing before 7"
  // "line 3, column 12: a comma or ] is missing before 7"
  std::string text() const;
  // "plan.json:3:12: this is not JSON: a comma or ] is missing before 7."
  std::string text_of(std::string_view file) const;
};

template <class Json>
using ParsedJson = tl::expected<Json, JsonFault>;

// Json: nlohmann::json or nlohmann::ordered_json. Nothing is thrown. Refused are also: lists and objects in
// each other beyond `deepest`, the same key twice in an object, numbers that no double holds, and more values
// than fit a reasonable memory.
template <class Json>
ParsedJson<Json> parse_json(std::string_view text, unsigned deepest = kDeepestNesting);

// The same for a file that the program keeps (core/base/kept_file.hpp): the Error is the fault's text(), or
// that it is not of the wanted kind, "a list" or "an object".
enum class JsonKind : std::uint8_t { list, object };
Result<nlohmann::ordered_json> parse_kept_json(std::string_view text, JsonKind kind);

// What the library says of a value without a field or of another type than asked for, in plain words: "it has
// no field "date"". Of any other exception, its own words.
std::string json_reason(const std::exception& error);

// What lines that programs of ours write to each other contain: null where it is not JSON.
nlohmann::ordered_json parse_json_line(std::string_view line);

}  // namespace lockstep
