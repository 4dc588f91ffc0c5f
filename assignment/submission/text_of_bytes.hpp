// The text of a file from any editor on any system.
#pragma once

#include <cstdint>
#include <string>

namespace lockstep::assignment {

struct TextOfBytes {
  enum class Encoding : std::uint8_t { utf8, utf8_with_mark, utf16, windows_1252, none };
  std::string text;  // UTF-8 with line ends "\n"; the bytes themselves if the file is not text
  Encoding encoding = Encoding::utf8;
  bool had_other_line_ends = false;  // line ends of Windows or of old Macs

  bool is_binary() const { return encoding == Encoding::none; }
};

// UTF-16 requires a byte order mark. Bytes that are not UTF-8 are read as Windows-1252, a superset of
// Latin-1. A file with zero bytes is not text.
TextOfBytes text_of_bytes(std::string bytes);

}  // namespace lockstep::assignment
