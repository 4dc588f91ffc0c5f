// Finds completions of a name that is being typed: names declared in the text, functions of the language with
// their signatures, and the language's constants, types and keywords.
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

// The letters of an unfinished name before the cursor. typed_name() returns no value if there are no such
// letters, if the cursor is within a name, or if it is in a comment, a string or a number.
struct TypedName {
  std::size_t begin = 0;  // the column of the first letter
  std::string letters;
};
std::optional<TypedName> typed_name(const std::vector<std::string>& lines, TextPlace cursor);

// Returns the names that begin with the typed letters, followed by the names that contain these letters
// elsewhere. Case is ignored. In each group, local names come first, then other names of the text, then names
// of the language.
std::vector<Completion> completions(const std::vector<std::string>& lines, TextPlace cursor,
                                    const TypedName& typed, Language language = Language::opencl_c);

// Replaces the typed letters with the completion, as one undo step. For a function, also adds an
// opening parenthesis.
void complete(TextBuffer& buffer, const TypedName& typed, const Completion& chosen);

}  // namespace lockstep::gui
