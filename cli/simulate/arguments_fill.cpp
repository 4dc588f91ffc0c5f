#include "cli/simulate/arguments_fill.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <memory>

#include "core/base/sizes.hpp"
#include "core/catalogue/kernels.hpp"
#include "core/plan/typed.hpp"

namespace lockstep::cli {

namespace {

// A decimal or 0x number; from_chars takes neither a sign before hex digits nor "inf" of another language.
template <class T>
bool parse_number(std::string_view text, T& value) {
  const char* end = text.data() + text.size();
  if constexpr (std::is_floating_point_v<T>) {
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end;
  } else {
    const bool hex = text.starts_with("0x") || text.starts_with("0X");
    const auto [stop, error] = std::from_chars(text.data() + (hex ? 2 : 0), end, value, hex ? 16 : 10);
    return error == std::errc() && stop == end;
  }
}

bool is_separator(char c) { return c == ',' || c == ';' || c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

Result<std::vector<std::byte>> parse_csv(const std::string& text, ElementType type, const std::string& path) {
  std::vector<std::byte> bytes;
  for (std::size_t at = 0; at < text.size();) {
    if (is_separator(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && !is_separator(text[end])) ++end;
    const Result<void> number = append_number(bytes, std::string_view(text).substr(at, end - at), type);
    if (!number) return usage_error(fmt::format("{}: {}", path, number.error().message));
    at = end;
  }
  return bytes;
}

Result<void> fill_from_file(PlanBuffer& buffer, const std::string& path) {
  const Result<std::string> text = read_text_file(path);
  if (!text) return tl::unexpected(text.error());
  std::vector<std::byte> bytes;
  if (path.ends_with(".csv")) {
    Result<std::vector<std::byte>> numbers = parse_csv(*text, buffer.type, path);
    if (!numbers) return tl::unexpected(numbers.error());
    bytes = std::move(*numbers);
  } else {
    for (const char c : *text) bytes.push_back(static_cast<std::byte>(c));
  }
  const std::uint64_t expected = buffer.bytes();
  if (bytes.size() != expected)
    return usage_error(fmt::format("{} holds {} bytes, but {} elements of {} are {} bytes", path,
                                   bytes.size(), buffer.elements, opencl_name(buffer.type), expected));
  buffer.content.pattern = Content::Pattern::bytes;
  buffer.content.bytes = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  return {};
}

Result<void> fill_with_number(PlanBuffer& buffer, const std::string& text) {
  std::vector<std::byte> element;
  if (const Result<void> number = append_number(element, text, buffer.type); !number) return number;
  const bool is_zero = std::ranges::all_of(element, [](std::byte b) { return b == std::byte{0}; });
  if (is_zero) buffer.role = PlanBuffer::Role::output;
  std::vector<std::byte> bytes(buffer.bytes());
  for (std::size_t at = 0; at < bytes.size(); at += element.size())
    std::memcpy(bytes.data() + at, element.data(), element.size());
  buffer.content.pattern = Content::Pattern::bytes;
  buffer.content.bytes = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  return {};
}

}  // namespace

Result<void> append_number(std::vector<std::byte>& bytes, std::string_view text, ElementType type) {
  return with_type(type, [&]<class T>() -> Result<void> {
    T value{};
    if (!parse_number(text, value))
      return usage_error(fmt::format("\"{}\" is not a number of type {}", text, opencl_name(type)));
    const auto* first = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), first, first + sizeof(T));
    return {};
  });
}

Result<void> fill_buffer(PlanBuffer& buffer, const std::string& fill) {
  buffer.role = PlanBuffer::Role::input;
  if (fill == "iota") {
    buffer.content.pattern = Content::Pattern::iota;
    return {};
  }
  if (fill.starts_with("random")) {
    buffer.content.pattern = Content::Pattern::random;
    if (fill == "random") return {};
    std::uint64_t seed = 0;
    if (fill[6] != ':' || !parse_number(std::string_view(fill).substr(7), seed))
      return usage_error(fmt::format("\"{}\" is no fill; write random:SEED with a whole number", fill));
    buffer.content.seed = seed;
    return {};
  }
  if (fill.starts_with("@")) return fill_from_file(buffer, fill.substr(1));
  return fill_with_number(buffer, fill);
}

}  // namespace lockstep::cli
