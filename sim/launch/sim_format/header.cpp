// Parses the header of an argument, which consists of words for the size, the type and the contents. The
// checks in this file do not depend on the kernel.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "sim/launch/sim_format/file.hpp"

namespace lockstep::sim {
namespace {

class HeaderParser {
 public:
  HeaderParser(std::uint32_t line, std::vector<SimError>& errors) : errors_(errors) { header_.line = line; }

  SimHeader parse(std::string_view words) {
    for (std::size_t at = 0; (at = words.find_first_not_of(kBlanksOfSim, at)) != std::string_view::npos;) {
      const std::size_t end = std::min(words.find_first_of(kBlanksOfSim, at), words.size());
      word(words.substr(at, end - at));
      at = end;
    }
    check();
    return std::move(header_);
  }

 private:
  void error(std::string message) { errors_.push_back({header_.line, std::move(message)}); }

  void word(std::string_view text) {
    if (flag(text)) return;
    const std::size_t equals = text.find('=');
    const std::string_view name = text.substr(0, equals);
    const std::string_view value = equals == std::string_view::npos ? "" : text.substr(equals + 1);
    if (name == "size") return size(value);
    if (name == "fill") return text_value(header_.fill, value, "write fill=VALUE");
    if (name == "range") return text_value(header_.range, value, "write range=START:STEP:END");
    if (const auto type = parse_element_type(text)) return this->type(*type, text);
    has_unknown_ = true;
    error(fmt::format(
        "\"{}\" is not a word of an argument's header; the words are size=BYTES, a type such as int, "
        "fill=VALUE, range=START:STEP:END, noinit, null, ro, wo, hex and dump",
        text));
  }

  bool flag(std::string_view text) {
    const std::pair<std::string_view, bool*> flags[] = {
        {"noinit", &header_.noinit}, {"null", &header_.null}, {"ro", &header_.read_only},
        {"wo", &header_.write_only}, {"hex", &header_.hex},   {"dump", &header_.dump},
    };
    const auto* found = std::ranges::find(flags, text, [](const auto& entry) { return entry.first; });
    if (found == std::end(flags)) return false;
    *found->second = true;
    return true;
  }

  void type(ElementType type, std::string_view text) {
    if (header_.type)
      return error(fmt::format("{} is a second type; an argument must have only one type, and {} came first",
                               text, opencl_name(*header_.type)));
    header_.type = type;
  }

  void size(std::string_view value) {
    if (header_.size_bytes) return error("size is given twice");
    std::uint64_t bytes = 0;
    const auto [stop, failed] = std::from_chars(value.data(), value.data() + value.size(), bytes);
    header_.size_bytes = bytes;
    if (failed == std::errc() && stop == value.data() + value.size()) return;
    has_unknown_ = true;
    error(fmt::format("size must be a decimal number of bytes, not \"{}\"", value));
  }

  void text_value(std::string& target, std::string_view value, std::string_view hint) {
    if (value.empty()) return error(fmt::format("a value is missing; {}", hint));
    if (!target.empty()) return error(fmt::format("{} is given twice", hint.substr(6, hint.find('=') - 6)));
    target = value;
  }

  void check() {
    const int initialisers =
        (header_.noinit ? 1 : 0) + (header_.fill.empty() ? 0 : 1) + (header_.range.empty() ? 0 : 1);
    if (header_.null && (header_.size_bytes || initialisers > 0 || header_.dump))
      return error("null must be the only word, because a null buffer has no size, no content and no dump");
    if (!header_.null && !header_.size_bytes && !has_unknown_)
      return error("size=BYTES is missing; only a null argument needs no size");
    if (initialisers > 1)
      error("the content of an argument must be given by only one of fill, range and noinit");
    if (header_.read_only && header_.write_only) error("ro and wo must not be used together");
  }

  std::vector<SimError>& errors_;
  SimHeader header_;
  bool has_unknown_ = false;  // a word is unknown; if the size is missing, this word may be a misspelt size
};

}  // namespace

SimHeader parse_sim_header(const SimWord& header, std::vector<SimError>& errors) {
  return HeaderParser(header.line, errors).parse(header.text);
}

}  // namespace lockstep::sim
