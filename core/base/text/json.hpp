// Reads and writes JSON. All JSON is read by parse_json(): a text may be deeply nested, long or malformed in
// any way; the result is either a value or an error message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/base/text/nesting.hpp"

namespace lockstep {

// Formats a value, indented by two spaces, without a newline at the end. Invalid UTF-8 (names of files and
// devices may contain any bytes) becomes U+FFFD.
std::string json_text(const nlohmann::ordered_json& json);
// Formats a value on one line, without a newline at the end.
std::string json_line(const nlohmann::ordered_json& json);

// Formats a value for a message: on one line, and shortened if it is long.
std::string quoted_json(const nlohmann::json& json);
std::string quoted_json(const nlohmann::ordered_json& json);

// Why a text is not JSON, and the place of the error: the unexpected character, or the end of the text.
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

// Parses a text. `Json` is nlohmann::json or nlohmann::ordered_json. No exception is thrown. The following
// are also refused: lists and objects nested deeper than `deepest`, a key that occurs twice in an object,
// numbers outside the range of double, and more values than fit in a reasonable amount of memory.
template <class Json>
ParsedJson<Json> parse_json(std::string_view text, unsigned deepest = kDeepestNesting);

// Parses the text of a file that the program keeps (core/base/files/kept_file.hpp). The Error is the fault's
// text(), or says that the value is not of the required kind, "a list" or "an object".
enum class JsonKind : std::uint8_t { list, object };
Result<nlohmann::ordered_json> parse_kept_json(std::string_view text, JsonKind kind);

// Describes the library's exception about a missing field or a value of the wrong type: "it has no field
// "date"". For any other exception, the original message is returned.
std::string json_reason(const std::exception& error);

// Parses a line that one of this project's programs sends to another; null if it is not JSON.
nlohmann::ordered_json parse_json_line(std::string_view line);

}  // namespace lockstep
