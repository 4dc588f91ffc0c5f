// Encodes a text as the fragment of a link: a byte for the version of this form, then the text, deflated (RFC
// 1951) with a preset dictionary, all in base64url (RFC 4648, section 5) without padding.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace lockstep {

inline constexpr unsigned char kPackedVersion = 1;
// Limits of a packed text and of its contents, because foreign links may have any length and may inflate to
// any size.
inline constexpr std::size_t kMaxPackedLetters = std::size_t{1} << 20, kMaxPackedBytes = std::size_t{4} << 20;

// Encodes a text. `dictionary` contains frequent parts of such texts, the most frequent last; all texts of a
// version use the same dictionary. The Error says that the text is too long.
Result<std::string> pack_text(std::string_view text, std::string_view dictionary = {});

// Decodes a text. The Error says what is wrong with the letters, as the end of a sentence: "is cut off".
Result<std::string> unpack_text(std::string_view letters, std::string_view dictionary = {});

// Returns whether the letters can be a packed text of any version, that is, contain only valid characters.
bool looks_packed(std::string_view letters);

}  // namespace lockstep
