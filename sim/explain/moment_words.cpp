#include "sim/explain/moment_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <vector>

#include "core/base/text/ordinal.hpp"
#include "core/base/text/text.hpp"
#include "sim/explain/narration/clause.hpp"

namespace lockstep::sim {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// Returns the text with each sequence of blanks replaced by one blank.
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

std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (text.empty() || read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return number;
}

constexpr std::uint64_t kLastTime = 0;

// Reads "third time", "3rd time" or "last time".
std::optional<std::uint64_t> times_of(std::string_view text) {
  if (!text.ends_with(" time")) return std::nullopt;
  text = trimmed(text.substr(0, text.size() - 5));
  if (text == "last") return kLastTime;
  return parse_ordinal(text);
}

// The warps of the run that are selected; absent members select all.
struct WarpPlace {
  std::optional<std::uint64_t> launch, group, warp;
  bool has(const Moment& moment) const {
    return (!launch || moment.launch + 1 == *launch) && (!group || moment.group == *group) &&
           (!warp || moment.warp == *warp);
  }
};

struct Words {
  std::string_view what;
  WarpPlace in = {};
  std::uint64_t times = 1;
};

// Counts how often something happens, up to the requested time.
class Times {
 public:
  explicit Times(std::uint64_t wanted) : wanted_(wanted) {}
  // Notes that the event happens at moment `at`. Returns true if this is the requested time, so that the
  // search can end.
  bool happens(std::uint64_t at) {
    ++seen_;
    if (wanted_ == kLastTime || seen_ == wanted_) found_ = at;
    return seen_ == wanted_;
  }
  bool is_found() const { return wanted_ == kLastTime ? seen_ > 0 : seen_ == wanted_; }
  std::uint64_t found() const { return found_; }
  std::uint64_t seen() const { return seen_; }

 private:
  std::uint64_t wanted_, seen_ = 0, found_ = 0;
};

class Finder {
 public:
  Finder(const Trace& trace, std::string_view words) : trace_(trace), words_(words) {}

  Result<std::uint64_t> find() {
    const auto numbered = with_line_numbers(trace_, words_);
    if (!numbered) return tl::unexpected(numbered.error());
    const auto parsed = split(*numbered);
    if (!parsed) return tl::unexpected(parsed.error());
    const std::string_view what = parsed->what;
    if (what == "start") return 0;
    if (what == "end") return trace_.size();
    if (const auto position = number_in(what)) return std::min(*position, trace_.size());
    if (what.starts_with("line ")) return line(*parsed);
    if (what.starts_with("launch ")) return launch(what);
    if (what == "barrier") return event(*parsed, TraceRecord::barrier_release, 1);
    if (what == "conflict") return event(*parsed, TraceRecord::conflict, 0);
    if (what == "divergence") return event(*parsed, TraceRecord::divergent, 0);
    if (what == "finding") return event(*parsed, TraceRecord::finding, 0);
    return usage_error(fmt::format(
        "\"{}\" is not a moment. Write start, end, line 12, line \"code\", barrier, launch 2, "
        "conflict, divergence or finding; optionally followed by in launch 2, in group 1 or in warp 1, "
        "and by \"third time\" or \"last time\" after a comma.",
        what));
  }

 private:
  Result<Words> split(std::string_view text) const {
    const std::size_t comma = text.rfind(',');
    Words words{trimmed(text.substr(0, comma))};
    if (words.what.starts_with("at ")) words.what = trimmed(words.what.substr(3));
    if (const auto place = take_place(words); !place) return tl::unexpected(place.error());
    if (comma == std::string_view::npos) return words;
    const auto times = times_of(trimmed(text.substr(comma + 1)));
    if (!times)
      return usage_error(
          fmt::format("\"{}\" is not understood. Write for example \"third time\" or \"last time\".",
                      trimmed(text.substr(comma + 1))));
    words.times = *times;
    return words;
  }

  // Reads "line 12 in launch 2 in warp 1" and removes the places at the end, the last place first.
  static Result<void> take_place(Words& words) {
    for (std::size_t in = 0; (in = words.what.rfind(" in ")) != std::string_view::npos;) {
      const std::string_view part = trimmed(words.what.substr(in + 4));
      const std::size_t blank = part.find(' ');
      const std::string_view what = part.substr(0, blank);
      const auto number =
          blank == std::string_view::npos ? std::nullopt : number_in(trimmed(part.substr(blank)));
      const bool is_launch = what == "launch";
      if (!number || (is_launch && *number == 0) || (!is_launch && what != "group" && what != "warp"))
        return usage_error(
            fmt::format("\"in {}\" is not understood. Write \"in launch 2\", \"in group 1\" or \"in warp "
                        "1\"; launches are numbered from 1, groups and warps from 0.",
                        part));
      (is_launch ? words.in.launch : what == "group" ? words.in.group : words.in.warp) = number;
      words.what = trimmed(words.what.substr(0, in));
    }
    return {};
  }

  Result<std::uint64_t> line(const Words& words) const {
    const auto number = number_in(trimmed(words.what.substr(5)));
    if (!number) return usage_error(fmt::format("\"{}\" has no line number.", words.what));
    Times times(words.times);
    for (std::uint64_t at = 0; at < trace_.size(); at = trace_.next(at, Trace::Step::line)) {
      const auto& range = trace_.range_at(at);
      if (range.line != *number || range.file != 0 || !words.in.has(trace_.at(at).moment)) continue;
      // A line step that only joins the lanes of a branch does not execute the line again.
      if (joins_lanes(trace_.instruction_at(at).op)) continue;
      if (times.happens(at)) break;
    }
    return found(words, times);
  }

  Result<std::uint64_t> launch(std::string_view what) const {
    const auto number = number_in(trimmed(what.substr(7)));
    if (!number || *number == 0)
      return usage_error(fmt::format("\"{}\" must contain a number of at least 1.", what));
    for (std::uint64_t at = 0; at < trace_.size(); at = trace_.next(at, Trace::Step::launch))
      if (trace_.at(at).moment.launch == *number - 1) return at;
    return usage_error(fmt::format("The run has no launch {}: it has {}.", *number,
                                   plural(trace_.plan().launches.size(), "launch")));
  }

  // `after` is the distance in moments from the event to the requested position.
  Result<std::uint64_t> event(const Words& words, std::uint16_t flag, std::uint64_t after) const {
    Times times(words.times);
    for (std::uint64_t at = 0; at < trace_.size(); ++at) {
      const TraceRecord& record = trace_.at(at);
      if ((record.flags & flag) == 0 || !words.in.has(record.moment)) continue;
      if (times.happens(at + after)) break;
    }
    return found(words, times);
  }

  static Result<std::uint64_t> found(const Words& words, const Times& times) {
    if (times.is_found()) return times.found();
    const bool is_everywhere = !words.in.launch && !words.in.group && !words.in.warp;
    const std::string_view where = is_everywhere ? "in this run" : "there";
    if (times.seen() == 0) return usage_error(fmt::format("\"{}\" does not happen {}.", words.what, where));
    return usage_error(fmt::format("\"{}\" happens {} {}, not {} times.", words.what,
                                   plural(times.seen(), "time"), where, words.times));
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
          fmt::format("Lines {} contain \"{}\": write more of the line.", fmt::join(lines, ", "), code));
  }
  return usage_error(
      fmt::format("No line of the kernel contains \"{}\": write it as in the kernel's file.", code));
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
