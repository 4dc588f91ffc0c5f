// Completions of a name that is being typed: names declared in the text, functions of the language with their
// signatures, and the language's constants, types and keywords.
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

// The letters of a name before the cursor; empty after any other character, in a comment, a string or a
// number, and within a name.
struct TypedName {
  std::size_t begin = 0;  // column
  std::string letters;
};
std::optional<TypedName> typed_name(const std::vector<std::string>& lines, TextPlace cursor);

// Names that begin with the letters, ignoring case, followed by names that contain them. The nearest names
// come first: local names, other names of the text, names of the language.
std::vector<Completion> completions(const std::vector<std::string>& lines, TextPlace cursor,
                                    const TypedName& typed, Language language = Language::opencl_c);

// Replaces the typed letters by the completion as one undo step; for a function it also adds the parenthesis.
void complete(TextBuffer& buffer, const TypedName& typed, const Completion& chosen);

}  // namespace lockstep::gui
