// Writes the signatures of built-in functions as text, using the same table as the checks of calls. Each rule
// has one function that writes signatures.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "sim/frontend/builtins/functions.hpp"
#include "sim/frontend/builtins/table.hpp"

namespace lockstep::sim::language {
namespace {

using Row = const BuiltinFunction&;

std::string signature(std::string_view result, Row row, std::string_view parameters) {
  return fmt::format("{} {}({})", result, row.name, parameters);
}

// Returns parameters of the same type, such as "gentype x, gentype y".
std::string same_parameters(std::string_view type, unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i)
    text += fmt::format("{}{} {}", i > 0 ? ", " : "", type, static_cast<char>('x' + i));
  return text;
}

std::string_view result_name(BuiltinResult result) {
  switch (result) {
    case BuiltinResult::same:
      return "gentype";
    case BuiltinResult::int32:
    case BuiltinResult::truth:
      return "int";
    case BuiltinResult::unsigned_same:
      return "ugentype";
  }
  return {};
}

std::string of_component(Row row) {
  const BuiltinInfo& about = builtin_info(row.a);
  const std::string parameters =
      about.takes_int ? "gentype x, int n" : same_parameters("gentype", about.arity);
  return signature(result_name(about.result), row, parameters);
}

std::string of_two_results(Row row) {
  const BuiltinInfo& second = builtin_info(row.b);
  const std::string values = same_parameters("gentype", second.arity);
  return signature(result_name(builtin_info(row.a).result), row,
                   fmt::format("{}, {} *second", values, result_name(second.result)));
}

std::string of_geometric(Row row) {
  const auto kind = static_cast<Special>(row.a);
  const bool takes_one = kind == Special::length || kind == Special::normalize;
  return signature(row.b == 1 ? "float" : "gentype", row, same_parameters("gentype", takes_one ? 1 : 2));
}

std::string of_work_item(Row row) {
  return signature(row.b == 2 ? "uint" : "size_t", row, row.b == 1 ? "uint dimension" : "");
}

std::string of_synchronise(Row row) {
  const bool has_scope = row.name.ends_with("_group_barrier");
  return signature("void", row,
                   row.name == "atomic_work_item_fence"
                       ? "cl_mem_fence_flags flags, memory_order order, memory_scope scope"
                   : has_scope ? "cl_mem_fence_flags flags[, memory_scope scope]"
                               : "cl_mem_fence_flags flags");
}

std::string of_to_space(Row row) {
  return signature(fmt::format("{} gentype *", row.name.substr(3)), row, "gentype *p");
}

std::string of_async_copy(Row row) {
  return signature("event_t", row,
                   fmt::format("gentype *destination, const gentype *source, size_t count, {}event_t event",
                               row.b == 1 ? "size_t stride, " : ""));
}

// Returns the parameter that selects the value in an exchange between work-items.
std::string_view exchange_parameter(CollectiveKind kind, bool of_sub_group) {
  if (!of_sub_group) return "size_t id[, size_t id_y[, size_t id_z]]";
  switch (kind) {
    case CollectiveKind::shuffle_xor:
      return "uint mask";
    case CollectiveKind::shuffle_up:
    case CollectiveKind::shuffle_down:
      return "uint delta";
    case CollectiveKind::rotate:
      return "int delta";
    case CollectiveKind::shuffle:
    case CollectiveKind::agree:
    case CollectiveKind::reduce:
    case CollectiveKind::scan_inclusive:
    case CollectiveKind::scan_exclusive:
    case CollectiveKind::ballot:
    case CollectiveKind::match:
      break;
  }
  return "uint lane";
}

std::string of_collective(Row row) {
  const auto shape = static_cast<CollectiveShape>(row.a);
  const CollectiveKind kind = unpacked(row.b).kind;
  const bool of_sub_group = row.name.starts_with("sub_group");
  const bool is_truth = shape == CollectiveShape::truth || shape == CollectiveShape::ballot;
  std::string parameters = shape == CollectiveShape::elect ? ""
                           : is_truth                      ? "int predicate"
                                                           : "gentype value";
  if (exchanges(kind) && shape != CollectiveShape::first)
    parameters += fmt::format(", {}", exchange_parameter(kind, of_sub_group));
  if (row.name.starts_with("sub_group_clustered")) parameters += ", uint cluster_size";
  const bool is_int = shape == CollectiveShape::truth || shape == CollectiveShape::all_equal ||
                      shape == CollectiveShape::elect;
  return signature(shape == CollectiveShape::ballot ? "uint4" : is_int ? "int" : "gentype", row, parameters);
}

std::string of_ballot(Row row) {
  const auto function = static_cast<BallotFunction>(row.a);
  const bool is_truth = function == BallotFunction::inverse || function == BallotFunction::bit_extract;
  return signature(row.b == 0 ? "uint4"
                   : is_truth ? "int"
                              : "uint",
                   row,
                   row.b == 0   ? ""
                   : row.b == 1 ? "uint4 ballot"
                                : "uint4 ballot, uint index");
}

std::string of_atomic(Row row) {
  constexpr std::string_view kValues[] = {"", ", gentype value", ", gentype compare, gentype value"};
  return signature("gentype", row, fmt::format("volatile gentype *p{}", kValues[row.b]));
}

std::string_view order_and_scope(Row row) {
  return row.name.ends_with("_explicit") ? ", memory_order order[, memory_scope scope]" : "";
}

std::string of_c11_atomic(Row row) {
  const bool stores = static_cast<AtomicOp>(row.a) == AtomicOp::store;
  return signature(
      stores ? "void" : "gentype", row,
      fmt::format("volatile gentype *object{}{}", row.b == 0 ? "" : ", gentype value", order_and_scope(row)));
}

std::string of_c11_compare_exchange(Row row) {
  const bool is_explicit = row.name.ends_with("_explicit");
  return signature(
      "bool", row,
      fmt::format("volatile gentype *object, gentype *expected, gentype desired{}",
                  is_explicit ? ", memory_order success, memory_order failure[, memory_scope scope]" : ""));
}

std::string of_atomic_flag(Row row) {
  return signature(row.a == 1 ? "bool" : "void", row,
                   fmt::format("volatile atomic_flag *flag{}", order_and_scope(row)));
}

std::string_view component_name(Row row) {
  const auto kind = static_cast<TypeKind>(row.a);
  return kind == TypeKind::float_ ? "float4" : kind == TypeKind::int_ ? "int4" : "uint4";
}

std::string of_read_image(Row row) {
  return signature(component_name(row), row, "image image[, sampler_t sampler], gentype coordinate");
}

std::string of_write_image(Row row) {
  return signature("void", row, fmt::format("image image, intn coordinate, {} color", component_name(row)));
}

std::string of_query_image(Row row) {
  const auto query = static_cast<ImageQuery>(row.a);
  return signature(query == ImageQuery::array_size   ? "size_t"
                   : query == ImageQuery::dimensions ? "intn"
                                                     : "int",
                   row, "image image");
}

// Writes the signature of a rule whose functions all have the same signature.
std::string written(Row row, std::string_view result, std::string_view parameters) {
  return signature(result, row, parameters);
}

struct RuleText {
  BuiltinRule rule;
  std::string (*write)(Row);
};

constexpr RuleText kRuleTexts[] = {
    {rules::component, of_component},
    {rules::two_results, of_two_results},
    {rules::not_a_number, [](Row row) { return written(row, "gentype", "ugentype bits"); }},
    {rules::compare, [](Row row) { return written(row, "int", "gentype x, gentype y"); }},
    {rules::any_or_all, [](Row row) { return written(row, "int", "igentype x"); }},
    {rules::select, [](Row row) { return written(row, "gentype", "gentype a, gentype b, igentype choice"); }},
    {rules::upsample, [](Row row) { return written(row, "gentype", "igentype high, ugentype low"); }},
    {rules::geometric, of_geometric},
    {rules::shuffle,
     [](Row row) {
       return written(row, "gentype",
                      row.b == 1 ? "gentype x, ugentype mask" : "gentype x, gentype y, ugentype mask");
     }},
    {rules::work_item, of_work_item},
    {rules::synchronise, of_synchronise},
    {rules::to_space, of_to_space},
    {rules::fence_of, [](Row row) { return written(row, "cl_mem_fence_flags", "const gentype *p"); }},
    {rules::async_copy, of_async_copy},
    {rules::wait_group_events, [](Row row) { return written(row, "void", "int count, event_t *events"); }},
    {rules::prefetch, [](Row row) { return written(row, "void", "const global gentype *p, size_t count"); }},
    {rules::print, [](Row row) { return written(row, "int", "constant char *format, …"); }},
    {rules::collective, of_collective},
    {rules::ballot_function, of_ballot},
    {rules::read_image, of_read_image},
    {rules::write_image, of_write_image},
    {rules::query_image, of_query_image},
    {rules::atomic, of_atomic},
    {rules::c11_atomic, of_c11_atomic},
    {rules::c11_compare_exchange, of_c11_compare_exchange},
    {rules::atomic_flag, of_atomic_flag},
};

}  // namespace

std::vector<std::string> builtin_function_names() {
  std::vector<std::string> names = family_names();
  for (const BuiltinFunction& row : builtin_rows())
    if (!row.name.starts_with("__")) names.emplace_back(row.name);
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::string builtin_signature(std::string_view name) {
  const BuiltinFunction* row = find_builtin(name);
  if (row == nullptr) return family_signature(name);
  const auto text = std::ranges::find(kRuleTexts, row->rule, &RuleText::rule);
  return text == std::end(kRuleTexts) ? std::string() : text->write(*row);
}

}  // namespace lockstep::sim::language
