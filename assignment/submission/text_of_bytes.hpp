// Reads the text of a file that any editor on any system may have written.
#pragma once

#include <cstdint>
#include <string>

namespace lockstep::assignment {

struct TextOfBytes {
  enum class Encoding : std::uint8_t { utf8, utf8_with_mark, utf16, windows_1252, none };
  std::string text;  // UTF-8 with line ends "\n"; the bytes themselves if the file is no text
  Encoding encoding = Encoding::utf8;
  bool had_other_line_ends = false;  // whether there were line ends of Windows or of old Macs

  bool is_binary() const { return encoding == Encoding::none; }
};

// Converts bytes to text. UTF-16 is recognised only by its byte order mark. Bytes that are not UTF-8 are read
// as Windows-1252, a superset of Latin-1. A file with zero bytes is not text.
TextOfBytes text_of_bytes(std::string bytes);

}  // namespace lockstep::assignment
