#include "gui/editor/diagnostics.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <optional>

namespace lockstep::gui {
namespace {

using DiagnosticKind = Diagnostic::Kind;

struct DiagnosticWord {
  std::string_view text;
  DiagnosticKind kind;
};
constexpr std::array kWords{DiagnosticWord{": fatal error: ", DiagnosticKind::error},
                            DiagnosticWord{": error: ", DiagnosticKind::error},
                            DiagnosticWord{": warning: ", DiagnosticKind::warning},
                            DiagnosticWord{": note: ", DiagnosticKind::note}};

// Removes ":<number>" from the end of `text`.
std::optional<std::uint32_t> take_number(std::string_view& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  std::uint32_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + colon + 1, end, value);
  if (error != std::errc{} || stop != end) return std::nullopt;
  text = text.substr(0, colon);
  return value;
}

std::optional<Diagnostic> parse_line(std::string_view line) {
  for (const DiagnosticWord& word : kWords) {
    const std::size_t at = line.find(word.text);
    if (at == std::string_view::npos) continue;
    std::string_view place = line.substr(0, at);
    const auto last = take_number(place);
    if (!last) continue;
    const auto first = take_number(place);
    Diagnostic diagnostic;
    diagnostic.line = first ? *first : *last;
    diagnostic.column = first ? *last : 1;
    diagnostic.kind = word.kind;
    diagnostic.message = std::string(line.substr(at + word.text.size()));
    diagnostic.file = std::string(place);
    return diagnostic;
  }
  return std::nullopt;
}

}  // namespace

std::string diagnostic_text(const Diagnostic& message) {
  return fmt::format("{}:{}: {}", message.line, message.column, message.message);
}

std::vector<Diagnostic> parse_diagnostics(std::string_view report) {
  std::vector<Diagnostic> diagnostics;
  while (!report.empty()) {
    const std::size_t end = report.find('\n');
    if (auto diagnostic = parse_line(report.substr(0, end))) diagnostics.push_back(std::move(*diagnostic));
    if (end == std::string_view::npos) break;
    report.remove_prefix(end + 1);
  }
  return diagnostics;
}

}  // namespace lockstep::gui
