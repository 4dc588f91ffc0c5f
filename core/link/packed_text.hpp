// A text as the fragment of a link: a byte for the version of this form, then the text, deflated (RFC 1951)
// after a preset dictionary, all in the letters of base64url (RFC 4648, section 5) without padding.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace lockstep {

inline constexpr unsigned char kPackedVersion = 1;
// Of a packed text and of the text in it: foreign links may be of any length, and inflate to anything.
inline constexpr std::size_t kMaxPackedLetters = std::size_t{1} << 20, kMaxPackedBytes = std::size_t{4} << 20;

// `dictionary`: what such texts often hold, the most frequent last; texts of one version have the same. Not
// all lengths can be packed: an Error says that the text is too long.
Result<std::string> pack_text(std::string_view text, std::string_view dictionary = {});

// The Error says what is wrong with the letters, as the end of a sentence: "is cut off".
Result<std::string> unpack_text(std::string_view letters, std::string_view dictionary = {});

// Whether the letters can be a packed text of any version: nothing else is in them.
bool looks_packed(std::string_view letters);

}  // namespace lockstep
