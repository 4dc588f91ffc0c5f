// Executes printf. The format is the format of C, extended by the vectors of OpenCL (%v4d). Each conversion
// takes one register per component; the types of the registers are stored with the format in the program.
#include <algorithm>
#include <cstdio>
#include <string_view>

#include "sim/bytecode/address.hpp"
#include "sim/machine/execution/lanes.hpp"

namespace lockstep::sim {
namespace {

struct Conversion {
  std::string flags;  // the text between % and the letter, without length and vector size
  unsigned components = 1;
  unsigned bits = 64;      // number of bits of an integer that are printed, after h or hh
  char letter = 0;         // 0: this is not a conversion, because the text ends with %
  std::size_t length = 0;  // number of characters in the format, starting with %
};

constexpr std::size_t kMaxComponent = 511;  // in characters; the rest is cut off

// Appends a character to flags such as "-08.3". Limits a width or precision to the number of characters that
// are kept, because padding takes time.
void add_flag(std::string& flags, char flag) {
  flags += flag;
  const std::size_t digits = flags.find_last_not_of("0123456789") + 1;  // 0 if there are only digits
  const std::size_t begin = std::min(flags.find_first_not_of('0', digits), flags.size());
  if (flags.size() - begin > 3 || (flags.size() - begin == 3 && flags.compare(begin, 3, "511") > 0))
    flags.replace(begin, flags.npos, "511");
}

unsigned bits_of_length(std::string_view length) { return length == "hh" ? 8 : length == "h" ? 16 : 64; }

Conversion parse_conversion(std::string_view text) {
  Conversion c;
  std::size_t at = 1;
  while (at < text.size() && std::string_view("-+ #0123456789.").find(text[at]) != std::string_view::npos) {
    add_flag(c.flags, text[at++]);
  }
  if (at < text.size() && text[at] == 'v') {
    c.components = 0;
    while (++at < text.size() && text[at] >= '0' && text[at] <= '9') {
      c.components = c.components * 10 + static_cast<unsigned>(text[at] - '0');
    }
  }
  const std::size_t length = at;
  while (at < text.size() && std::string_view("hlLjzt").find(text[at]) != std::string_view::npos) ++at;
  c.bits = bits_of_length(text.substr(length, at - length));
  if (at < text.size()) c.letter = text[at++];
  c.length = at;
  return c;
}

template <class T>
std::string formatted(const std::string& flags, const char* length, char letter, T value) {
  const std::string format = "%" + flags + length + letter;
  char text[kMaxComponent + 1];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  const int written = std::snprintf(text, sizeof text, format.c_str(), value);
#pragma GCC diagnostic pop
  return {text, std::min<std::size_t>(written < 0 ? 0 : static_cast<std::size_t>(written), sizeof text - 1)};
}

// Returns the zero-terminated text at an address in constant memory.
std::string constant_string(const Execution& x, std::uint64_t address) {
  const auto& data = x.launch->program->constant_data;
  const auto& objects = x.launch->program_constants;
  const std::int64_t offset = offset_of(address);
  const std::uint32_t number = object_of(address) - kFirstConstant;
  if (space_of(address) != Space::constant || number >= objects.size() || offset < 0) return "(null)";
  const std::uint64_t end = objects[number].offset + objects[number].bytes;
  std::string text;
  for (auto at = objects[number].offset + static_cast<std::uint64_t>(offset);
       at < end && data[at] != std::byte{0}; ++at) {
    text += static_cast<char>(data[at]);
  }
  return text;
}

class Printer {
 public:
  Printer(const Execution& x, const Operation& op, unsigned lane) : x_(x), op_(op), lane_(lane) {
    const auto& all = x.launch->program->format_types;
    const auto index = static_cast<std::size_t>(op.imm);
    if (index < all.size()) types_ = all[index];
  }

  std::string text(std::string_view format) {
    std::string out;
    for (std::size_t at = 0; at < format.size();) {
      if (format[at] != '%') {
        out += format[at++];
        continue;
      }
      const Conversion c = parse_conversion(format.substr(at));
      at += c.length;
      out += c.letter == '%' ? "%" : converted(c);
    }
    return out;
  }

 private:
  std::string converted(const Conversion& c) {
    std::string out;
    for (unsigned k = 0; k < c.components; ++k) {
      if (next_ >= types_.size() || next_ >= op_.instruction->count) return out;
      if (k != 0) out += ',';
      out += component(c, types_[next_], lane_value(next_));
      ++next_;
    }
    return out;
  }

  const std::byte* lane_value(std::size_t index) const {
    return x_.registers + op_.a + index * 8 * x_.width + lane_ * size_bytes(types_[index]);
  }

  std::string component(const Conversion& c, LaneType type, const std::byte* value) const {
    return with_lane_type(type, [&]<class T>() {
      const T number = get_lane<T>(value, 0);
      switch (c.letter) {
        case 'd':
        case 'i':
          return formatted(c.flags, "j", c.letter, signed_value(number) << (64 - c.bits) >> (64 - c.bits));
        case 'c':
          return formatted(c.flags, "", 'c', static_cast<int>(number));
        case 's':
          return formatted(c.flags, "", 's', constant_string(x_, static_cast<std::uint64_t>(number)).c_str());
        case 'p':
          return formatted(c.flags, "j", 'x', static_cast<std::uintmax_t>(number)).insert(0, "0x");
        case 'u':
        case 'o':
        case 'x':
        case 'X':
          return formatted(c.flags, "j", c.letter, unsigned_value(number) << (64 - c.bits) >> (64 - c.bits));
        default:
          return formatted(c.flags, "", c.letter, static_cast<double>(number));
      }
    });
  }

  template <class T>
  static std::intmax_t signed_value(T number) {
    if constexpr (std::is_integral_v<T>)
      return static_cast<std::make_signed_t<T>>(number);
    else
      return static_cast<std::intmax_t>(number);
  }

  // Returns the value without the sign bits that a conversion to a wider type would add.
  template <class T>
  static std::uintmax_t unsigned_value(T number) {
    if constexpr (std::is_integral_v<T>)
      return static_cast<std::make_unsigned_t<T>>(number);
    else
      return static_cast<std::uintmax_t>(number);
  }

  const Execution& x_;
  const Operation& op_;
  unsigned lane_;
  std::vector<LaneType> types_;
  std::size_t next_ = 0;
};

void print(Execution& x, const Operation& op) {
  const auto& formats = x.launch->program->formats;
  const auto index = static_cast<std::size_t>(op.imm);
  const auto is_wanted = [&] { return std::ranges::any_of(x.observers, &Observer::wants_prints); };
  if (index >= formats.size() || !is_wanted()) return;
  const Moment now = x.moment();
  for_each_lane(x.lanes, [&](unsigned lane) {
    if (!is_wanted()) return;
    const std::string text = Printer(x, op, lane).text(formats[index]);
    for (Observer* observer : x.observers) observer->on_print(x.state, now, text);
  });
}

}  // namespace

LOCKSTEP_EXECUTED_BY_ITS_NAME(print)

}  // namespace lockstep::sim
