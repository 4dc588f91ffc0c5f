#include "sim/launch/sim_format/file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "sim/launch/digits.hpp"

namespace lockstep::sim {
namespace {

// Returns whether c is in kBlanksOfSim. The test is written out because a file may have millions of words,
// and a search for one of several characters would require a function call for each word.
constexpr bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r' && c != '\n'); }
static_assert(std::ranges::all_of(kBlanksOfSim, is_blank));

class Parser {
 public:
  explicit Parser(std::string_view text) : reader_(text) {}

  SimFile parse() {
    advance();
    word("the program file", file_.program_file, file_.program_line);
    word("the kernel's name", file_.kernel, file_.kernel_line);
    sizes("global size", file_.global_size);
    sizes("local size", file_.local_size);
    skip_to_header();
    while (piece_) argument();
    file_.last_line = reader_.line();
    return std::move(file_);
  }

 private:
  void advance() { piece_ = reader_.next(); }

  void error(std::uint32_t line, std::string message) {
    SimError& error = file_.errors.emplace_back();
    error.line = line;
    error.message = std::move(message);
  }

  bool at_word(std::string_view what) {
    if (piece_ && !piece_->is_header) return true;
    if (!missing_)
      error(piece_ ? piece_->word.line : std::max(reader_.line(), 1u),
            fmt::format(
                "{} is missing; a launch description must begin with the program file, the kernel's name, "
                "three global sizes and three local sizes",
                what));
    missing_ = true;
    return false;
  }

  void word(std::string_view what, std::string& value, std::uint32_t& line) {
    if (!at_word(what)) return;
    value = piece_->word.text;
    line = piece_->word.line;
    advance();
  }

  void sizes(std::string_view what, std::array<std::uint64_t, 3>& extents) {
    constexpr std::array<std::string_view, 3> kOrdinals{"first", "second", "third"};
    for (std::size_t dimension = 0; dimension < 3; ++dimension) {
      const std::string name = fmt::format("the {} {}", kOrdinals[dimension], what);
      if (!at_word(name)) return;
      const auto& [text, line] = piece_->word;
      const auto [stop, failed] = std::from_chars(text.data(), text.data() + text.size(), extents[dimension]);
      if (failed != std::errc() || stop != text.data() + text.size() || extents[dimension] == 0) {
        error(line, fmt::format("{} must be a whole number of at least 1, not \"{}\"", name, text));
        extents[dimension] = 1;
      }
      file_.size_line = line;
      advance();
    }
  }

  void skip_to_header() {
    if (piece_ && !piece_->is_header && !missing_)
      error(
          piece_->word.line,
          fmt::format("\"{}\" is not expected here, because an argument must begin with its header, such as "
                      "<size=64 fill=0>",
                      piece_->word.text));
    while (piece_ && !piece_->is_header) advance();
  }

  void argument() {
    const SimReader::Piece header = *piece_;
    if (!header.is_closed)
      error(header.word.line,
            "the header's '>' is missing; a header must end on the line on which it begins");
    SimHeader read = parse_sim_header(header.word, file_.errors);
    read.data = reader_.pass_data();
    advance();
    file_.headers.push_back(std::move(read));
  }

  SimReader reader_;
  std::optional<SimReader::Piece> piece_;
  SimFile file_;
  bool missing_ = false;
};

}  // namespace

std::optional<SimReader::Piece> SimReader::next() {
  if (!skip_to_word()) return std::nullopt;
  if (line_.front() == '<') return header();
  const auto end = std::ranges::find_if(line_, [](char c) { return c == '<' || is_blank(c); });
  return Piece{{take(static_cast<std::size_t>(end - line_.begin())), number_}, false, true};
}

std::optional<std::uint32_t> SimReader::next_digits() {
  std::string_view rest = line_;
  while (rest.starts_with(' ')) rest.remove_prefix(1);
  const LeadingDigits digits = leading_digits(rest);
  rest.remove_prefix(digits.count);
  if (!are_few(digits) || (!rest.empty() && !is_blank(rest.front()))) return std::nullopt;
  line_ = rest;
  return digits.value;
}

SimData SimReader::pass_data() {
  const char* const begin = line_.data();
  SimData passed{{}, number_};
  std::size_t header = 0;
  while ((header = line_.find('<')) == std::string_view::npos && !rest_.empty()) next_line();
  take(std::min(header, line_.size()));
  passed.text = {begin, static_cast<std::size_t>(line_.data() - begin)};
  return passed;
}

// Returns false at the end of the file.
bool SimReader::skip_to_word() {
  for (;;) {
    take(static_cast<std::size_t>(std::ranges::find_if_not(line_, is_blank) - line_.begin()));
    if (!line_.empty()) return true;
    if (rest_.empty()) return false;
    next_line();
  }
}

void SimReader::next_line() {
  const std::size_t end = std::min(rest_.find('\n'), rest_.size());
  line_ = rest_.substr(0, end);
  line_ = line_.substr(0, line_.find('#'));
  rest_.remove_prefix(std::min(end + 1, rest_.size()));
  ++number_;
}

SimReader::Piece SimReader::header() {
  take(1);
  const std::size_t close = line_.rfind('>');
  const std::string_view words = take(std::min(close, line_.size()));
  if (close != std::string_view::npos) take(1);
  return {{words, number_}, true, close != std::string_view::npos};
}

std::string_view SimReader::take(std::size_t length) {
  const std::string_view taken = line_.substr(0, length);
  line_.remove_prefix(length);
  return taken;
}

std::vector<SimWord> SimData::words() const {
  std::vector<SimWord> words;
  SimReader reader(*this);
  while (const auto piece = reader.next()) words.push_back(piece->word);
  return words;
}

SimFile parse_sim(std::string text) {
  const auto kept = std::make_shared<const std::string>(std::move(text));
  SimFile file = Parser(*kept).parse();
  file.text = kept;
  return file;
}

std::string report(const std::string& path, const std::vector<SimError>& errors) {
  std::string text;
  for (const SimError& error : errors)
    text += fmt::format("{}{}:{}: {}", text.empty() ? "" : "\n", path, error.line, error.message);
  return text;
}

}  // namespace lockstep::sim
