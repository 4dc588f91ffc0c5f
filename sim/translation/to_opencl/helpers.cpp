#include "sim/translation/to_opencl/helpers.hpp"

#include <fmt/format.h>

#include <vector>

namespace lockstep::sim::translation::opencl {
namespace {

std::vector<std::string> parts_of(std::string_view name) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= name.size();) {
    const std::size_t end = std::min(name.find('_', at), name.size());
    parts.emplace_back(name.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

// Returns the expression for the value after the atomic operation, computed from the value before it.
std::string next_value(std::string_view operation) {
  if (operation == "add") return "before + value";
  if (operation == "inc") return "before >= value ? 0 : before + 1";
  if (operation == "dec") return "before == 0 || before > value ? value : before - 1";
  return "value";
}

// Writes the function atomic_OPERATION_TYPE_MEMORY, which repeats a compare-exchange of the bits.
std::string atomic(std::string_view name) {
  const std::vector<std::string> parts = parts_of(name);
  const std::string &operation = parts[1], &memory = parts.back(), type = parts[parts.size() - 2];
  const bool is_wide = type == "double" || type == "long" || type == "ulong";
  const bool is_floating = type == "float" || type == "double";
  const std::string bits = is_floating ? (is_wide ? "ulong" : "uint") : type;
  const std::string exchange = is_wide ? "atom_cmpxchg" : "atomic_cmpxchg";
  const std::string read = is_floating ? fmt::format("as_{}(seen)", type) : "seen";
  const std::string written = is_floating ? fmt::format("as_{}(after)", bits) : "after";
  const std::string object = is_floating ? fmt::format("(volatile __{} {} *)object", memory, bits) : "object";
  return fmt::format(
      "{0} {1}(volatile __{2} {0} *object, {0} value) {{\n"
      "  {3} seen = {6}({7}, 0, 0), expected;\n"
      "  do {{\n"
      "    expected = seen;\n"
      "    const {0} before = {4};\n"
      "    const {0} after = {5};\n"
      "    seen = {6}({7}, expected, {8});\n"
      "  }} while (seen != expected);\n"
      "  return {4};\n"
      "}}\n",
      type, name, memory, bits, read, next_value(operation), exchange, object, written);
}

// Writes a reduction that visits the lanes of the mask one after another.
std::string reduction(std::string_view name) {
  const std::vector<std::string> parts = parts_of(name);
  const std::string &operation = parts[1], &type = parts[2];
  const std::string combined = operation == "add"                         ? "total + other"
                               : operation == "min" || operation == "max" ? operation + "(total, other)"
                               : operation == "and"                       ? "total & other"
                               : operation == "or"                        ? "total | other"
                                                                          : "total ^ other";
  return fmt::format(
      "{0} {1}({0} value, uint lanes) {{\n"
      "  {0} total = value;\n"
      "  bool is_first = true;\n"
      "  for (uint lane = 0; lane < 32; ++lane) {{\n"
      "    const {0} other = sub_group_shuffle(value, lane);\n"
      "    if ((lanes >> lane & 1) == 0) continue;\n"
      "    total = is_first ? other : {2};\n"
      "    is_first = false;\n"
      "  }}\n"
      "  return total;\n"
      "}}\n",
      type, name, combined);
}

std::string match(std::string_view name) {
  const std::string type = parts_of(name)[2];
  const bool is_floating = type == "float" || type == "double";
  const std::string bits = type == "float" ? "uint" : type == "double" ? "ulong" : type;
  return fmt::format(
      "uint {0}({1} value, uint lanes) {{\n"
      "  const {2} own = {3};\n"
      "  uint same = 0;\n"
      "  for (uint lane = 0; lane < 32; ++lane)\n"
      "    if (sub_group_shuffle(own, lane) == own) same |= 1u << lane;\n"
      "  return same & lanes & sub_group_ballot(1).x;\n"
      "}}\n",
      name, type, bits, is_floating ? fmt::format("as_{}(value)", bits) : "value");
}

constexpr std::string_view kAllEqual =
    "int warp_all_equal(int value, uint lanes) {\n"
    "  const uint first = 31 - clz(lanes & -lanes);\n"
    "  const int other = sub_group_shuffle(value, first);\n"
    "  return (sub_group_ballot(value != other).x & lanes) == 0;\n"
    "}\n";

}  // namespace

std::string helper_definitions(const std::set<std::string, std::less<>>& names) {
  std::string text;
  for (const std::string& name : names) {
    if (name.starts_with("atomic_"))
      text += atomic(name);
    else if (name == "warp_all_equal")
      text += kAllEqual;
    else
      text += name.starts_with("warp_match_") ? match(name) : reduction(name);
    text += "\n";
  }
  return text;
}

}  // namespace lockstep::sim::translation::opencl
