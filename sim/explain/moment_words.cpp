#include "sim/explain/moment_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <vector>

#include "core/base/text.hpp"

namespace lockstep::sim {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// All blanks between words as one.
std::string squeezed(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool blank = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!blank)
      result += c;
    else if (!result.empty() && result.back() != ' ')
      result += ' ';
  }
  if (result.ends_with(' ')) result.pop_back();
  return result;
}

std::vector<std::uint32_t> lines_with(std::string_view source, const std::string& code) {
  std::vector<std::uint32_t> lines;
  std::uint32_t number = 0;
  for (std::size_t begin = 0; begin < source.size();) {
    const std::size_t end = std::min(source.find('\n', begin), source.size());
    ++number;
    if (squeezed(source.substr(begin, end - begin)).find(code) != std::string::npos) lines.push_back(number);
    begin = end + 1;
  }
  return lines;
}

std::optional<std::uint64_t> number_of(std::string_view text) {
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (text.empty() || read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return number;
}

constexpr std::array<std::string_view, 10> kOrdinals{"first", "second",  "third",  "fourth", "fifth",
                                                     "sixth", "seventh", "eighth", "ninth",  "tenth"};

// "third time", "3rd time"
std::optional<std::uint64_t> times_of(std::string_view text) {
  if (!text.ends_with(" time")) return std::nullopt;
  text = trimmed(text.substr(0, text.size() - 5));
  const auto found = std::ranges::find(kOrdinals, text);
  if (found != kOrdinals.end()) return static_cast<std::uint64_t>(found - kOrdinals.begin()) + 1;
  if (text.size() < 3) return std::nullopt;
  return number_of(text.substr(0, text.size() - 2));
}

struct Words {
  std::string_view what;
  std::uint64_t times = 1;
};

class Finder {
 public:
  Finder(const Trace& trace, std::string_view words) : trace_(trace), words_(words) {}

  Result<std::uint64_t> find() {
    const auto numbered = with_line_numbers(trace_, words_);
    if (!numbered) return tl::unexpected(numbered.error());
    const auto parsed = split(*numbered);
    if (!parsed) return tl::unexpected(parsed.error());
    const auto [what, times] = *parsed;
    if (what == "start") return 0;
    if (what == "end") return trace_.size();
    if (const auto position = number_of(what)) return std::min(*position, trace_.size());
    if (what.starts_with("line ")) return line(what, times);
    if (what.starts_with("launch ")) return launch(what);
    if (what == "barrier") return event(what, TraceRecord::barrier_release, times, 1);
    if (what == "conflict") return event(what, TraceRecord::conflict, times, 0);
    if (what == "divergence") return event(what, TraceRecord::divergent, times, 0);
    if (what == "finding") return event(what, TraceRecord::finding, times, 0);
    return usage_error(
        fmt::format("\"{}\" is no moment. Write start, end, line 12, line \"code\", barrier, launch 2, "
                    "conflict, divergence "
                    "or finding; with \"third time\" behind a comma.",
                    what));
  }

 private:
  Result<Words> split(std::string_view text) const {
    const std::size_t comma = text.rfind(',');
    Words words{trimmed(text.substr(0, comma))};
    if (words.what.starts_with("at ")) words.what = trimmed(words.what.substr(3));
    if (comma == std::string_view::npos) return words;
    const auto times = times_of(trimmed(text.substr(comma + 1)));
    if (!times || *times == 0)
      return usage_error(
          fmt::format("\"{}\" is not understood. Write for example \"third time\" or \"12th time\".",
                      trimmed(text.substr(comma + 1))));
    words.times = *times;
    return words;
  }

  Result<std::uint64_t> line(std::string_view what, std::uint64_t times) const {
    const auto number = number_of(trimmed(what.substr(5)));
    if (!number) return usage_error(fmt::format("\"{}\" has no line number.", what));
    std::uint64_t seen = 0;
    for (std::uint64_t at = 0; at < trace_.size(); at = trace_.next(at, Trace::Step::line)) {
      const auto& range = trace_.range_at(at);
      if (range.line == *number && range.file == 0 && ++seen == times) return at;
    }
    return missing(what, times, seen);
  }

  Result<std::uint64_t> launch(std::string_view what) const {
    const auto number = number_of(trimmed(what.substr(7)));
    if (!number || *number == 0) return usage_error(fmt::format("\"{}\" has no number from 1 on.", what));
    for (std::uint64_t at = 0; at < trace_.size(); at = trace_.next(at, Trace::Step::launch))
      if (trace_.at(at).moment.launch == *number - 1) return at;
    return usage_error(fmt::format("The run has no launch {}: it has {}.", *number,
                                   plural(trace_.plan().launches.size(), "launch")));
  }

  Result<std::uint64_t> event(std::string_view what, std::uint16_t flag, std::uint64_t times,
                              std::uint64_t after) const {
    std::uint64_t seen = 0;
    for (std::uint64_t at = 0; at < trace_.size(); ++at)
      if ((trace_.at(at).flags & flag) != 0 && ++seen == times) return at + after;
    return missing(what, times, seen);
  }

  static tl::unexpected<Error> missing(std::string_view what, std::uint64_t times, std::uint64_t seen) {
    if (seen == 0) return usage_error(fmt::format("\"{}\" does not happen in this run.", what));
    return usage_error(
        fmt::format("\"{}\" happens {} in this run, not {} times.", what, plural(seen, "time"), times));
  }

  const Trace& trace_;
  std::string_view words_;
};

}  // namespace

Result<std::uint32_t> line_with(const Trace& trace, std::string_view code) {
  const std::string wanted = squeezed(code);
  if (wanted.empty())
    return usage_error("line \"\" has no code: write a part of the line between the quotes.");
  for (const PlanProgram& program : trace.plan().programs) {
    const std::vector<std::uint32_t> lines = lines_with(program.source.text, wanted);
    if (lines.size() == 1) return lines.front();
    if (lines.size() > 1)
      return usage_error(
          fmt::format("Lines {} have \"{}\": write more of the line.", fmt::join(lines, ", "), code));
  }
  return usage_error(
      fmt::format("No line of the kernel has \"{}\": write it as in the kernel's file.", code));
}

Result<std::string> with_line_numbers(const Trace& trace, std::string_view text) {
  constexpr std::string_view begin = "line \"";
  std::string result;
  while (true) {
    const std::size_t at = text.find(begin);
    result += text.substr(0, at);
    if (at == std::string_view::npos) return result;
    text.remove_prefix(at + begin.size());
    std::string code;
    std::size_t i = 0;
    for (; i < text.size() && text[i] != '"'; ++i) {
      if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == '"') ++i;
      code += text[i];
    }
    if (i == text.size()) return usage_error(fmt::format("line \"{} has no closing quote.", code));
    const auto line = line_with(trace, code);
    if (!line) return tl::unexpected(line.error());
    result += fmt::format("line {}", *line);
    text.remove_prefix(i + 1);
  }
}

Result<std::uint64_t> find_moment(const Trace& trace, std::string_view words) {
  return Finder(trace, words).find();
}

}  // namespace lockstep::sim
