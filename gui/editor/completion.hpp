// What a name that is being typed may become: names of the text, functions of its language with their
// signatures, the language's constants, types and keywords.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/plan/language.hpp"
#include "gui/editor/text_buffer.hpp"

namespace lockstep::gui {

struct Completion {
  std::string name;
  std::string detail;      // the declaration or signature; "type", "keyword"
  bool is_called = false;  // a parenthesis follows
  bool operator==(const Completion&) const = default;
};

// The letters before the cursor that belong to a name; empty after another sign. None in a comment, in a
// string and in a number, and within a name.
struct TypedName {
  std::size_t begin = 0;  // column
  std::string letters;
};
std::optional<TypedName> typed_name(const std::vector<std::string>& lines, TextPlace cursor);

// Names that begin with the letters, whatever their case, and behind them those that contain them. The
// nearest names first: local ones, those of the text, those of the language.
std::vector<Completion> completions(const std::vector<std::string>& lines, TextPlace cursor,
                                    const TypedName& typed, Language language = Language::opencl_c);

// Writes it in place of the typed letters, as one undo step; a function's parenthesis, too.
void complete(TextBuffer& buffer, const TypedName& typed, const Completion& chosen);

}  // namespace lockstep::gui
