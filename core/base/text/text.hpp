// Text for people: counts, sizes and times as used in sentences, widths in characters, and similar names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace lockstep {

// Counts and sizes.

// Parses a size: "16Mi" is 16 · 2^20. A usage error says how to write a size.
Result<std::uint64_t> parse_size(std::string_view text);
std::string bytes_text(std::uint64_t bytes);  // 3221225472 is "3 GiB"
std::string count_text(std::uint64_t count);  // 16777216 is "16,777,216"
// Returns "pass" for a count of 1, otherwise "passes".
std::string noun_for(std::uint64_t count, std::string_view noun);
// "1 pass", "2 passes", "1,024 bytes".
std::string plural(std::uint64_t count, std::string_view noun);

// Times.

// Three significant digits with a suitable unit: "850 ns", "12.5 µs", "1.2 ms", "30 s".
std::string time_text(double nanoseconds);
std::string time_text(std::uint64_t nanoseconds);
// A time for a column of times: in µs up to 10 ms, always with three digits ("9.80 µs"), then in ms.
std::string column_time_text(double nanoseconds);
// The current time as "2026-11-20T14:03:09Z".
std::string utc_now();

// Characters. UTF-8 throughout; a character is a code point.

std::size_t width_of(std::string_view text);
// Adds spaces before or after the text, up to `width` characters; a longer text is unchanged.
std::string pad_left(std::string_view text, std::size_t width);
std::string pad_right(std::string_view text, std::size_t width);
// Changes only ASCII letters.
std::string lower(std::string_view text);
std::string upper(std::string_view text);
// The text with a capital letter at its beginning.
std::string capitalised(std::string_view text);
// Returns a text for a message: at most `most` characters; a longer text is cut and ends in "…".
std::string shortened(std::string_view text, std::size_t most = 60);
// Returns a compiler-style message ("index out of range") as a sentence, with a capital and a full stop; the
// letters of names from the source ("out[0]") are not changed.
std::string as_sentence(std::string_view message);

// Names.

// Returns the smallest number of edits that turn `a` into `b`. An edit inserts, removes or replaces a letter,
// or exchanges two adjacent letters (the restricted Damerau-Levenshtein distance). Only the first 200 letters
// of each text are compared.
std::size_t edit_distance(std::string_view a, std::string_view b);
// Returns at most `most` of the names, the most similar ones first. Names with the same distance keep
// their order.
std::vector<std::string> nearest_names(std::string_view name, std::vector<std::string> names,
                                       std::size_t most);

}  // namespace lockstep
