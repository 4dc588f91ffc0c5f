// Splits a Markdown text into its parts: pages separated by lines ---, fenced blocks of certain kinds, lines
// "key: value", and the Markdown between them. Lessons and assignments have this form;
// docs/writing-lessons.md describes it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

// A place in the file, counted from 1. Columns count characters (code points).
struct TextPlace {
  std::uint32_t line = 1, column = 1;
  bool operator==(const TextPlace&) const = default;
};

// A mistake of the author and its remedy.
struct TextFault {
  TextPlace place;
  std::string what, cure;  // sentences
};
// "lesson.md:12:3: There is no page "Banks". Write one of: …"
std::string fault_text(const std::string& file, const TextFault& fault);
void sort_by_place(std::vector<TextFault>& faults);

struct MarkedPiece {
  enum class Kind : std::uint8_t { page, markdown, block, entry };
  Kind kind = Kind::markdown;
  std::string name;   // of a block, "scene"; of an entry, its key
  std::string title;  // of a block: the text after its name, "figure-6.json"
  std::string text;   // the Markdown, the block's body, the entry's value
  TextPlace place{};  // where it begins
  TextPlace body{};   // where the text begins
};

// Splits a text into pieces. Blocks whose name is not in `block_names` remain part of the Markdown. The first
// piece is the beginning of the first page. HTML comments become spaces, and `\{` becomes kOpenBrace.
std::vector<MarkedPiece> marked_pieces(std::string_view text, std::span<const std::string_view> block_names,
                                       std::vector<TextFault>& faults);

// `\{` denotes a brace that does not begin a value. When the file is read, the two characters are replaced by
// these two bytes (a control character of Unicode, which has the same length).
inline constexpr std::string_view kOpenBrace = "\xC2\x91", kCloseBrace = "\xC2\x92";

// Returns the fault for a key that is not in `known`, and suggests the most similar key.
TextFault unknown_key(std::string_view key, std::span<const std::string_view> known, TextPlace place);
// Returns the text without leading and trailing spaces and line ends.
std::string_view trimmed(std::string_view text);
// Returns the form of a title in links: "bank-conflicts" for "Bank conflicts".
std::string link_name(std::string_view title);

}  // namespace lockstep
