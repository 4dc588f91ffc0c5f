#include "core/base/text/checked_number.hpp"

#include <fmt/format.h>

#include <charconv>

#include "core/base/text/text.hpp"

namespace lockstep {
namespace {

constexpr std::size_t kMaxQuoted = 40;

// The number in the form that a user would type: 1099511627776 is "1Ti".
std::string size_text(std::uint64_t size) {
  constexpr std::string_view suffixes[] = {"", "Ki", "Mi", "Gi", "Ti"};
  std::size_t suffix = 0;
  while (suffix + 1 < std::size(suffixes) && size % 1024 == 0 && size > 0) {
    size /= 1024;
    ++suffix;
  }
  return fmt::format("{}{}", size, suffixes[suffix]);
}

std::string with_note(std::string text, const std::string& note) {
  return note.empty() ? text : text + "; " + note;
}

tl::unexpected<Error> refused(std::string_view option, std::string_view text, const std::string& allowed) {
  return usage_error(fmt::format("{} {}: give {}", option, quoted_briefly(text), allowed));
}

}  // namespace

std::string quoted_briefly(std::string_view text) {
  if (text.empty() || text.find_first_not_of(" \t\n") == text.npos) return fmt::format("'{}'", text);
  if (text.size() <= kMaxQuoted) return std::string(text);
  std::size_t end = kMaxQuoted;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // inside a character
  return std::string(text.substr(0, end)) + "…";
}

Result<std::uint64_t> read_whole(std::string_view option, std::string_view text, const WholeRange& range) {
  const Result<std::uint64_t> value = parse_size(text);
  if (value && *value >= range.least && *value <= range.most) return *value;
  const std::string most = range.most == UINT64_MAX ? ""
                           : range.most >= 1u << 30 ? size_text(range.most)
                                                    : count_text(range.most);
  return refused(
      option, text,
      with_note(most.empty() ? fmt::format("a whole number of at least {}, such as 4096 or 64Ki", range.least)
                             : fmt::format("a whole number from {} to {}", range.least, most),
                range.note));
}

Result<double> read_real(std::string_view option, std::string_view text, const RealRange& range) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc{} && stop == end && value >= range.least && value <= range.most) return value;
  const auto shown = [](double bound) {
    return bound >= 1000 ? count_text(static_cast<std::uint64_t>(bound)) : fmt::format("{}", bound);
  };
  return refused(
      option, text,
      with_note(fmt::format("a number from {} to {}", shown(range.least), shown(range.most)), range.note));
}

}  // namespace lockstep
