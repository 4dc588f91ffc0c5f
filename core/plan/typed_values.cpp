#include "core/plan/typed_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <vector>

namespace lockstep {
namespace {

constexpr std::string_view kBetweenValues = ",;[] \t\r\n";

template <class T>
bool append_typed(std::string_view text, std::vector<std::byte>& bytes) {
  if (text.starts_with('+')) text.remove_prefix(1);
  T value{};
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || stop != text.data() + text.size()) return false;
  const auto* first = reinterpret_cast<const std::byte*>(&value);
  bytes.insert(bytes.end(), first, first + sizeof value);
  return true;
}

}  // namespace

bool looks_typed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBetweenValues);
  return first != std::string_view::npos &&
         std::string_view("+-.0123456789").find(text[first]) != std::string_view::npos;
}

Result<TypedValues> parse_typed_values(std::string_view text, ElementType type) {
  TypedValues values;
  std::vector<std::byte> bytes;
  // A ushort4 is written as four numbers.
  const ElementType typed = type == ElementType::uint16x4 ? ElementType::uint16 : type;
  const std::uint64_t numbers_each = size_bytes(type) / size_bytes(typed);
  for (std::size_t at = 0; (at = text.find_first_not_of(kBetweenValues, at)) != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kBetweenValues, at), text.size());
    const std::string_view number = text.substr(at, end - at);
    const bool taken = with_type(typed, [&]<class T>() { return append_typed<T>(number, bytes); });
    if (!taken)
      return usage_error(
          fmt::format("\"{}\" is not a number of type {}; write values such as 3,1,7,0,4,1,6,3", number,
                      opencl_name(typed)));
    ++values.count;
    at = end;
  }
  if (values.count == 0) return usage_error("there are no values; write numbers such as 3,1,7,0,4,1,6,3");
  if (values.count % numbers_each != 0)
    return usage_error(
        fmt::format("{} numbers are not a list of 2×2 matrices: each matrix has four numbers, row by row: "
                    "1,2,3,4, 0,1,1,0 are two",
                    values.count));
  values.count /= numbers_each;
  values.content.pattern = Content::Pattern::bytes;
  values.content.bytes = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  return values;
}

}  // namespace lockstep
