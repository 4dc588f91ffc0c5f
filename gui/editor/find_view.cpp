#include "gui/editor/find_view.hpp"

#include <algorithm>
#include <cctype>

namespace lockstep::gui {
namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

}  // namespace

std::vector<TextMatch> find_matches(const std::vector<std::string>& lines, std::string_view needle) {
  std::vector<TextMatch> matches;
  if (needle.empty()) return matches;
  const bool exact = std::ranges::any_of(needle, is_capital);
  const auto same = [exact](char a, char b) { return exact ? a == b : lower(a) == lower(b); };
  for (std::size_t line = 0; line < lines.size(); ++line) {
    const std::string& text = lines[line];
    for (auto at = text.begin();;) {
      at = std::search(at, text.end(), needle.begin(), needle.end(), same);
      if (at == text.end()) break;
      const auto begin = static_cast<std::size_t>(at - text.begin());
      matches.push_back({line, begin, begin + needle.size()});
      at += static_cast<std::ptrdiff_t>(needle.size());
    }
  }
  return matches;
}

std::optional<std::size_t> match_from(const std::vector<TextMatch>& matches, TextPlace place) {
  if (matches.empty()) return std::nullopt;
  const auto found = std::ranges::lower_bound(matches, place, {}, &TextMatch::place);
  return found == matches.end() ? 0 : static_cast<std::size_t>(found - matches.begin());
}

std::optional<std::size_t> match_after(const std::vector<TextMatch>& matches, TextPlace place) {
  return match_from(matches, {place.line, place.column + 1});
}

std::optional<std::size_t> match_before(const std::vector<TextMatch>& matches, TextPlace place) {
  if (matches.empty()) return std::nullopt;
  const auto found = std::ranges::lower_bound(matches, place, {}, &TextMatch::place);
  return static_cast<std::size_t>((found == matches.begin() ? matches.end() : found) - matches.begin()) - 1;
}

std::string find_status(const std::vector<TextMatch>& matches, std::optional<std::size_t> chosen,
                        std::string_view needle) {
  if (needle.empty()) return {};
  if (matches.empty()) return "not found";
  const std::string count = std::to_string(matches.size());
  if (chosen) return std::to_string(*chosen + 1) + " of " + count;
  return count + (matches.size() == 1 ? " place" : " places");
}

}  // namespace lockstep::gui
