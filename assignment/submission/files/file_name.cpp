#include "assignment/submission/files/file_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "assignment/submission/files/limits.hpp"
#include "core/base/text/text.hpp"
#include "core/base/text/visible_text.hpp"

namespace lockstep::assignment {
namespace {

constexpr std::array<std::string_view, 14> kOfSystems{
    "__MACOSX", ".DS_Store", ".git",      ".svn",        ".hg",         ".idea",        ".vscode",
    ".vs",      "Thumbs.db", ".Rhistory", "desktop.ini", "__pycache__", "node_modules", ".gitignore"};

bool is_of_a_system(std::string_view part) {
  return part.starts_with("._") || std::ranges::find(kOfSystems, part) != kOfSystems.end();
}

// The characters of code page 437 from 0x80. Code page 850, for Western Europe, has the same letters up
// to 0x9a.
constexpr std::array<std::string_view, 38> kOldLetters{
    "Ç", "ü", "é", "â", "ä", "à", "å", "ç", "ê", "ë", "è", "ï", "î", "ì", "Ä", "Å", "É", "æ", "Æ",
    "ô", "ö", "ò", "û", "ù", "ÿ", "Ö", "Ü", "ø", "_", "Ø", "_", "_", "á", "í", "ó", "ú", "ñ", "Ñ"};
constexpr unsigned char kOldSharpS = 0xe1;

std::string from_old_letters(std::string_view raw) {
  std::string text;
  for (const char c : raw) {
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x80)
      text += c;
    else if (code - 0x80u < kOldLetters.size())
      text += kOldLetters[code - 0x80u];
    else
      text += code == kOldSharpS ? "ß" : "_";
  }
  return text;
}

FileName refused_name(std::string why) { return {FileName::Kind::refused, {}, std::move(why), false}; }

bool has_drive_letter(std::string_view name) {
  return name.size() > 1 && name[1] == ':' && std::isalpha(static_cast<unsigned char>(name[0])) != 0;
}

std::vector<std::string_view> path_parts(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    if (const std::string_view part = path.substr(0, end); !part.empty() && part != ".")
      parts.push_back(part);
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return parts;
}

// Returns the number of bytes of the first character; 0 if the text is not valid UTF-8.
std::size_t character_size(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xc0) == 0x80; };
  if (byte(0) < 0x80) return 1;
  if (byte(0) >= 0xc2 && byte(0) < 0xe0) return follows(1) ? 2 : 0;
  if (byte(0) >= 0xe0 && byte(0) < 0xf0) {
    const bool is_shorter = byte(0) == 0xe0 && byte(1) < 0xa0,
               is_surrogate = byte(0) == 0xed && byte(1) >= 0xa0;
    return follows(1) && follows(2) && !is_shorter && !is_surrogate ? 3 : 0;
  }
  if (byte(0) >= 0xf0 && byte(0) < 0xf5) {
    const bool is_shorter = byte(0) == 0xf0 && byte(1) < 0x90,
               is_outside = byte(0) == 0xf4 && byte(1) >= 0x90;
    return follows(1) && follows(2) && follows(3) && !is_shorter && !is_outside ? 4 : 0;
  }
  return 0;
}

}  // namespace

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

bool has_ending(std::string_view name, std::string_view ending) {
  return name.size() >= ending.size() && lower(name.substr(name.size() - ending.size())) == lower(ending);
}

std::string shown_name(std::string_view raw) {
  return visible_text(shortened(is_utf8(raw) ? std::string(raw) : from_old_letters(raw), 100));
}

FileName read_file_name(std::string_view raw) {
  if (raw.size() > kMaxNameBytes)
    return refused_name(fmt::format("has a name of more than {} bytes", kMaxNameBytes));
  FileName name;
  name.was_converted = !is_utf8(raw);
  std::string text = name.was_converted ? from_old_letters(raw) : std::string(raw);
  std::ranges::replace(text, '\\', '/');
  if (visible_text(text) != text) return refused_name("has invisible characters in its name");
  if (text.starts_with('/') || has_drive_letter(text)) return refused_name("has an absolute path");
  const std::vector<std::string_view> parts = path_parts(text);
  if (parts.empty()) return refused_name("has no name");
  if (parts.size() > kMaxDepth) return refused_name(fmt::format("is more than {} folders deep", kMaxDepth));
  for (const std::string_view part : parts) {
    if (part == "..") return refused_name("leads out of the submission");
    if (is_of_a_system(part))
      return {FileName::Kind::ignored, {}, std::string(part.starts_with("._") ? "._*" : part), false};
    name.path += (name.path.empty() ? "" : "/") + std::string(part);
  }
  return name;
}

}  // namespace lockstep::assignment
