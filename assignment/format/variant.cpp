#include "assignment/format/variant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/base/hash.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::assignment {
namespace {

std::vector<std::string> parts_between(std::string_view text, char mark) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(mark), text.size());
    parts.emplace_back(trimmed(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

std::optional<std::vector<std::uint64_t>> sizes_of(const std::vector<std::string>& words) {
  std::vector<std::uint64_t> sizes;
  for (const std::string& word : words) {
    std::uint64_t size = 0;
    const auto read = std::from_chars(word.data(), word.data() + word.size(), size);
    if (read.ec != std::errc() || read.ptr != word.data() + word.size() || size == 0) return std::nullopt;
    sizes.push_back(size);
  }
  return sizes;
}

// Selects an element of the list by a hash of the student and the axis. Returns T{} if the list is empty.
template <class T>
T chosen(const std::vector<T>& list, std::string_view student, std::string_view axis) {
  if (list.empty()) return {};
  constexpr int base = 16;
  std::uint64_t number = 0;
  const std::string hash = text_hash(std::string(axis) + '\0' + std::string(student));
  std::from_chars(hash.data(), hash.data() + hash.size(), number, base);
  return list[(number ^ (number >> 32U)) % list.size()];
}

template <class T>
std::vector<T> or_none(std::vector<T> list) {
  if (list.empty()) list.emplace_back();
  return list;
}

}  // namespace

std::optional<Variants> parse_variants(std::string_view text) {
  Variants variants;
  for (const std::string& part : parts_between(text, ';')) {
    const std::size_t equal = part.find('=');
    if (equal == part.npos) return std::nullopt;
    const std::string_view axis = trimmed(std::string_view(part).substr(0, equal));
    std::vector<std::string> values = parts_between(std::string_view(part).substr(equal + 1), ',');
    if (values.empty() || std::ranges::any_of(values, &std::string::empty)) return std::nullopt;
    if (axis == "operator") {
      variants.operators = std::move(values);
    } else if (axis == "type") {
      variants.types = std::move(values);
    } else {
      const auto sizes = sizes_of(values);
      if (axis != "L" || !sizes) return std::nullopt;
      variants.L = *sizes;
    }
  }
  return variants;
}

std::string Variant::text() const {
  std::string text;
  const auto add = [&](std::string part) { text += (text.empty() ? "" : ", ") + part; };
  if (!op.empty()) add("operator " + op);
  if (!type.empty()) add("type " + type);
  if (L != 0) add(fmt::format("L {}", L));
  return text;
}

Variant variant_of(const Variants& variants, std::string_view student) {
  return {chosen(variants.operators, student, "operator"), chosen(variants.types, student, "type"),
          chosen(variants.L, student, "L")};
}

std::vector<Variant> all_variants(const Variants& variants) {
  std::vector<Variant> all;
  for (const std::string& op : or_none(variants.operators))
    for (const std::string& type : or_none(variants.types))
      for (const std::uint64_t L : or_none(variants.L)) all.push_back({op, type, L});
  return all;
}

Assignment with_variant(Assignment assignment, const Variant& variant) {
  for (Task& task : assignment.tasks)
    for (Test& test : task.tests) {
      CaseLists& lists = test.lists;
      if (lists.operators.empty() && !variant.op.empty()) lists.operators = {variant.op};
      if (lists.types.empty() && !variant.type.empty()) lists.types = {variant.type};
      if (lists.L.empty() && variant.L != 0) lists.L = {variant.L};
    }
  return assignment;
}

}  // namespace lockstep::assignment
