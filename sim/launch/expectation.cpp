#include "sim/launch/expectation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "core/base/text/text.hpp"
#include "core/check/group_results.hpp"
#include "core/check/judge.hpp"
#include "core/check/reference.hpp"
#include "core/plan/input.hpp"

namespace lockstep::sim {
namespace {

// Returns the default tolerance for given values: 0 for integers, otherwise a few times the rounding error of
// a sum of some elements.
double usual_tolerance(ElementType type) {
  if (!is_floating(type)) return 0;
  return type == ElementType::float64 ? 1e-12 : 1e-5;
}

Expectation given_values(const PlanBuffer& result, std::size_t index, std::vector<std::byte> values) {
  Expectation expectation;
  expectation.kind = Expectation::Kind::values;
  expectation.input_buffer = expectation.result_buffer = index;
  expectation.result_elements = values.size() / size_bytes(result.type);
  expectation.values = std::make_shared<const std::vector<std::byte>>(std::move(values));
  expectation.tolerance = usual_tolerance(result.type);
  return expectation;
}

void set(Plan& plan, Expectation expectation) {
  plan.type = plan.buffers[expectation.result_buffer].type;
  plan.expectation = std::move(expectation);
}

void take_input(Plan& plan, std::size_t input) {
  plan.n = plan.buffers[input].elements;
  plan.buffers[input].role = PlanBuffer::Role::input;
}

std::optional<DescriptionError> expect_values(Plan& plan, const DescribedExpectation& it, std::size_t result,
                                              const ValueType& type, const FillValues& fill) {
  PlanBuffer expected = plan.buffers[result];
  expected.content = {};
  if (const auto filled = fill(expected, type, it.values); !filled)
    return DescriptionError{"expect.values", filled.error().message, filled.error().kind};
  if (expected.content.pattern == Content::Pattern::uninitialised)
    return DescriptionError{"expect.values", "is empty; give the expected values"};
  Expectation expectation = given_values(plan.buffers[result], result, materialise(expected));
  if (it.tolerance != 0) expectation.tolerance = it.tolerance;
  set(plan, std::move(expectation));
  return std::nullopt;
}

// Returns the input with its elements converted to the type of the result.
PlanBuffer widened(const PlanBuffer& input, ElementType type) {
  const auto content = materialise(input);
  auto bytes = std::make_shared<std::vector<std::byte>>(input.elements * size_bytes(type));
  with_type(input.type, [&]<class From>() {
    with_type(type, [&]<class To>() {
      for (std::uint64_t i = 0; i < input.elements; ++i) {
        const To value = static_cast<To>(load_element<From>(content, i));
        std::memcpy(bytes->data() + i * sizeof(To), &value, sizeof(To));
      }
    });
  });
  PlanBuffer wide = input;
  wide.type = type;
  wide.content = {.pattern = Content::Pattern::bytes, .bytes = std::move(bytes)};
  return wide;
}

// The limit is low enough for the window, which requests the plan at each edit of its form.
constexpr std::uint64_t kMostComputed = std::uint64_t{1} << 24;

// Expects the values that each work-group of the first launch must compute for its part of the input.
std::optional<DescriptionError> expect_group_results(Plan& plan, const DescribedExpectation& it,
                                                     std::size_t input, std::size_t result) {
  const PlanBuffer &in = plan.buffers[input], &out = plan.buffers[result];
  if (in.elements > kMostComputed)
    return DescriptionError{
        "expect.by_group",
        fmt::format(
            "must have an input of at most {} elements, because the result is computed before the run",
            count_text(kMostComputed))};
  const std::uint64_t groups = plan.launches.front().range.group_count();
  if (out.elements < groups)
    return DescriptionError{
        "expect.buffer",
        fmt::format("has {}, but the first launch has {}; the buffer must have one element for each",
                    plural(out.elements, "element"), plural(groups, "work-group"))};
  const std::uint64_t part = elements_of_group(plan.launches.front().range, in.elements);
  set(plan,
      given_values(out, result,
                   group_results(in.type == out.type ? in : widened(in, out.type), it.op, groups, part)));
  take_input(plan, input);
  return std::nullopt;
}

Expectation::Kind kind_of(DescribedExpectation::Kind kind) {
  switch (kind) {
    case DescribedExpectation::Kind::inclusive_scan:
      return Expectation::Kind::inclusive_scan;
    case DescribedExpectation::Kind::exclusive_scan:
      return Expectation::Kind::exclusive_scan;
    case DescribedExpectation::Kind::reduction:
    case DescribedExpectation::Kind::values:
    case DescribedExpectation::Kind::nothing:
      break;
  }
  return Expectation::Kind::reduction;
}

// Returns whether `type` is wider than `than`. For example, the sum of ints may be a long.
bool is_wider(ElementType type, ElementType than) {
  if (type == ElementType::uint16x4 || than == ElementType::uint16x4 || type == than) return false;
  if (is_floating(type) && !is_floating(than)) return true;
  return is_floating(type) == is_floating(than) && size_bytes(type) > size_bytes(than);
}

// Checks the types and the content of the two buffers of a reference, which computes the elements of the
// result from the elements of the input.
std::optional<DescriptionError> unlike_buffers(const Plan& plan, const std::vector<ValueType>& types,
                                               std::size_t input, std::size_t result, bool may_be_wider) {
  const PlanBuffer &in = plan.buffers[input], &out = plan.buffers[result];
  const bool fits = in.type == out.type || (may_be_wider && is_wider(out.type, in.type));
  if (!fits || types[input].is_half || types[result].is_half)
    return DescriptionError{
        "expect.of",
        fmt::format("is a buffer of {}, but {} is a buffer of {}; both must have the same type{}, "
                    "which must not be half",
                    types[input].name(), out.name, types[result].name(),
                    may_be_wider ? " (or the result a wider type)" : "")};
  if (in.content.pattern == Content::Pattern::uninitialised)
    return DescriptionError{"expect.of",
                            fmt::format("is \"{}\", which has no content; give it a fill", in.name)};
  return std::nullopt;
}

std::optional<DescriptionError> too_few_elements(const Plan& plan, std::size_t input, std::size_t result,
                                                 std::uint64_t wanted) {
  const PlanBuffer &in = plan.buffers[input], &out = plan.buffers[result];
  if (out.elements >= wanted) return std::nullopt;
  return DescriptionError{"expect.buffer", fmt::format("has {} elements, fewer than the {} of {}",
                                                       out.elements, in.elements, in.name)};
}

std::vector<std::byte> scan_of(const PlanBuffer& input, Operator op, bool is_inclusive) {
  const auto content = materialise(input);
  return with_type(input.type, [&]<class T>() {
    std::vector<std::byte> results(input.elements * sizeof(T));
    SequentialReference<T> reference(op, 0);
    for (std::uint64_t i = 0; i < input.elements; ++i) {
      if (is_inclusive) reference.take(load_element<T>(content, i));
      const T value = reference.value().exact;
      std::memcpy(results.data() + i * sizeof(T), &value, sizeof(T));
      if (!is_inclusive) reference.take(load_element<T>(content, i));
    }
    return results;
  });
}

// Expects a result of a wider type than the input, which is compared with values that are computed here.
std::optional<DescriptionError> expect_wider(Plan& plan, const DescribedExpectation& it, std::size_t input,
                                             std::size_t result) {
  const PlanBuffer &in = plan.buffers[input], &out = plan.buffers[result];
  if (in.elements > kMostComputed)
    return DescriptionError{"expect.of",
                            fmt::format("must have at most {} elements if the result has a wider type, "
                                        "because the result is computed before the run",
                                        count_text(kMostComputed))};
  const PlanBuffer wide = widened(in, out.type);
  const Expectation::Kind kind = kind_of(it.kind);
  std::vector<std::byte> values = kind == Expectation::Kind::reduction
                                      ? group_results(wide, it.op, 1, wide.elements)
                                      : scan_of(wide, it.op, kind == Expectation::Kind::inclusive_scan);
  if (auto mistake = too_few_elements(plan, input, result, values.size() / size_bytes(out.type)))
    return mistake;
  set(plan, given_values(out, result, std::move(values)));
  take_input(plan, input);
  return std::nullopt;
}

std::optional<DescriptionError> expect_reference(Plan& plan, const DescribedExpectation& it,
                                                 std::size_t input, std::size_t result) {
  if (it.by_group) return expect_group_results(plan, it, input, result);
  const PlanBuffer& in = plan.buffers[input];
  if (in.type != plan.buffers[result].type) return expect_wider(plan, it, input, result);
  Expectation expectation;
  expectation.kind = kind_of(it.kind);
  expectation.op = it.op;
  expectation.input_buffer = input;
  expectation.result_buffer = result;
  expectation.result_elements = expectation.kind == Expectation::Kind::reduction ? 1 : in.elements;
  if (auto mistake = too_few_elements(plan, input, result, expectation.result_elements)) return mistake;
  take_input(plan, input);
  set(plan, std::move(expectation));
  return std::nullopt;
}

// Returns the number of elements in a row of a matrix, which is derived from the buffer or the work-items;
// 0: unknown.
std::uint64_t columns_of(const Plan& plan, std::size_t input) {
  const PlanBuffer& in = plan.buffers[input];
  if (in.width != 0) return in.width;
  const auto& sizes = plan.launches.front().range.global_size;
  if (sizes[1] > 1 && sizes[0] * sizes[1] == in.elements) return sizes[0];
  const auto side = static_cast<std::uint64_t>(std::llround(std::sqrt(static_cast<double>(in.elements))));
  return side * side == in.elements ? side : 0;
}

std::optional<DescriptionError> expect_transpose(Plan& plan, std::uint64_t columns, std::size_t input,
                                                 std::size_t result) {
  const PlanBuffer& in = plan.buffers[input];
  if (columns == 0) columns = columns_of(plan, input);
  if (columns == 0 || in.elements % columns != 0)
    return DescriptionError{
        "", fmt::format("the length of the rows of {} is not known; enter transpose:{}:COLUMNS, where "
                        "COLUMNS divides the {} elements",
                        in.name, in.name, in.elements)};
  if (auto mistake = too_few_elements(plan, input, result, in.elements)) return mistake;
  Expectation expectation;
  expectation.kind = Expectation::Kind::transpose;
  expectation.input_buffer = input;
  expectation.result_buffer = result;
  expectation.result_elements = in.elements;
  expectation.columns = columns;
  take_input(plan, input);
  set(plan, std::move(expectation));
  return std::nullopt;
}

std::optional<DescriptionError> expect_sorted(Plan& plan, std::size_t input, std::size_t result) {
  const PlanBuffer& in = plan.buffers[input];
  if (auto mistake = too_few_elements(plan, input, result, in.elements)) return mistake;
  std::vector<std::byte> bytes = materialise(in);
  with_type(in.type, [&]<class T>() {
    std::vector<T> values(in.elements);
    std::memcpy(values.data(), bytes.data(), bytes.size());
    // NaNs are placed last, because they have no order.
    std::ranges::sort(values, [](T a, T b) { return a < b || (a == a && b != b); });
    std::memcpy(bytes.data(), values.data(), bytes.size());
  });
  set(plan, given_values(plan.buffers[result], result, std::move(bytes)));
  plan.expectation->tolerance = 0;
  take_input(plan, input);
  return std::nullopt;
}

// The text given for --expect in parsed form.
struct TypedExpectation {
  DescribedExpectation expected;
  bool is_transpose = false, is_sort = false;
  std::uint64_t columns = 0;
  bool needs_input() const { return expected.kind != DescribedExpectation::Kind::values; }
};

constexpr const char* kForms =
    "sum, product, min, max, group-sum (one for each work-group), inclusive, exclusive, transpose, sort, "
    "@FILE "
    "or VALUES, as in out=sum:in";

bool is_buffer_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  });
}

bool looks_like_values(std::string_view text) {
  const char first = text.empty() ? ' ' : text.front();
  return first == '@' || first == '-' || first == '+' || first == '.' || (first >= '0' && first <= '9') ||
         text.starts_with("iota") || text.starts_with("random");
}

// Sets the reference that the word names. Returns false if the word does not name a reference.
bool take_reference(TypedExpectation& typed, std::string_view word) {
  using Wanted = DescribedExpectation::Kind;
  DescribedExpectation& it = typed.expected;
  it.kind = Wanted::reduction;
  typed.is_transpose = word == "transpose";
  typed.is_sort = word == "sort";
  if (typed.is_transpose || typed.is_sort) return true;
  if (word == "inclusive" || word == "exclusive") {
    it.kind = word == "inclusive" ? Wanted::inclusive_scan : Wanted::exclusive_scan;
    return true;
  }
  it.by_group = word.starts_with("group-");
  if (it.by_group) word.remove_prefix(std::string_view("group-").size());
  const std::optional<Operator> op = parse_operator(word);
  if (!op || op == Operator::matrix) return false;
  it.op = *op;
  return true;
}

Result<TypedExpectation> parse_expectation(const std::string& text) {
  TypedExpectation typed;
  std::string rest = text;
  const std::size_t equals = rest.find('=');
  if (equals != std::string::npos && is_buffer_name(std::string_view(rest).substr(0, equals))) {
    typed.expected.buffer = rest.substr(0, equals);
    rest = rest.substr(equals + 1);
  }
  if (looks_like_values(rest)) {
    typed.expected.kind = DescribedExpectation::Kind::values;
    typed.expected.values = rest;
    return typed;
  }
  const std::size_t colon = rest.find(':');
  if (!take_reference(typed, std::string_view(rest).substr(0, colon)))
    return usage_error(fmt::format("--expect {}: enter {}", text, kForms));
  if (colon == std::string::npos) return typed;
  typed.expected.of = rest.substr(colon + 1);
  const std::size_t second = typed.expected.of.find(':');
  if (second == std::string::npos) return typed;
  const auto columns = parse_whole_size(typed.expected.of.substr(second + 1));
  if (!columns || *columns == 0 || !typed.is_transpose)
    return usage_error(
        fmt::format("--expect {}: enter {}; only transpose:INPUT:COLUMNS has a number", text, kForms));
  typed.columns = *columns;
  typed.expected.of.resize(second);
  return typed;
}

std::string names_of_buffers(const Plan& plan) {
  std::string names;
  for (const PlanBuffer& buffer : plan.buffers) names += (names.empty() ? "" : ", ") + buffer.name;
  return names;
}

Result<std::size_t> named_buffer(const Plan& plan, const std::string& name) {
  const auto found = std::ranges::find(plan.buffers, name, &PlanBuffer::name);
  if (found != plan.buffers.end()) return static_cast<std::size_t>(found - plan.buffers.begin());
  return usage_error(fmt::format("there is no buffer {}; the buffers are {}", name, names_of_buffers(plan)));
}

bool has_content(const PlanBuffer& buffer) {
  return buffer.content.pattern != Content::Pattern::uninitialised;
}

// Returns the buffer `name`. Without a name, returns the first buffer that is dumped or, if none is dumped,
// the first buffer that is not an input.
Result<std::size_t> result_buffer(const PreparedRun& run, const std::string& name) {
  if (!name.empty()) return named_buffer(run.plan, name);
  if (!run.dumped.empty()) return run.dumped.front().buffer;
  const std::vector<PlanBuffer>& buffers = run.plan.buffers;
  const auto empty =
      std::ranges::find_if(buffers, [](const PlanBuffer& it) { return it.role != PlanBuffer::Role::input; });
  if (empty != buffers.end()) return static_cast<std::size_t>(empty - buffers.begin());
  return usage_error(
      fmt::format("it is not known which buffer contains the result; add :dump to the argument of this "
                  "buffer, or enter OUT=… with "
                  "one of {}",
                  names_of_buffers(run.plan)));
}

Result<std::optional<std::size_t>> input_buffer(const Plan& plan, const TypedExpectation& typed,
                                                std::size_t result) {
  if (!typed.needs_input()) return std::nullopt;
  if (!typed.expected.of.empty())
    return named_buffer(plan, typed.expected.of).map([](std::size_t it) { return std::optional(it); });
  const ElementType type = plan.buffers[result].type;
  const auto is_same = [&](const PlanBuffer& it) { return it.type == type; };
  const auto is_input = [](const PlanBuffer& it) { return it.role == PlanBuffer::Role::input; };
  const auto first = [&](auto fits) -> std::optional<std::size_t> {
    for (std::size_t i = 0; i < plan.buffers.size(); ++i)
      if (i != result && has_content(plan.buffers[i]) && fits(plan.buffers[i])) return i;
    return std::nullopt;
  };
  auto found = first([&](const PlanBuffer& it) { return is_same(it) && is_input(it); });
  if (!found) found = first(is_same);
  if (!found) found = first([&](const PlanBuffer& it) { return is_input(it) && is_wider(type, it.type); });
  return found.value_or(result);  // the result is computed in place
}

std::vector<ValueType> types_of(const PreparedRun& run) {
  std::vector<ValueType> types;
  for (const PlanBuffer& buffer : run.plan.buffers) types.push_back({buffer.type});
  for (const PreparedRun::Dump& dump : run.dumped) types[dump.buffer].is_half = dump.is_half;
  return types;
}

std::optional<DescriptionError> apply(PreparedRun& run, const TypedExpectation& typed,
                                      const ExpectedBuffers& buffers) {
  const std::vector<ValueType> types = types_of(run);
  if (typed.is_transpose || typed.is_sort) {
    if (auto mistake = unlike_buffers(run.plan, types, *buffers.input, buffers.result, false)) return mistake;
    return typed.is_sort ? expect_sorted(run.plan, *buffers.input, buffers.result)
                         : expect_transpose(run.plan, typed.columns, *buffers.input, buffers.result);
  }
  return add_expectation(run.plan, typed.expected, buffers, types, fill_buffer);
}

}  // namespace

std::optional<DescriptionError> add_expectation(Plan& plan, const DescribedExpectation& expected,
                                                const ExpectedBuffers& buffers,
                                                const std::vector<ValueType>& types, const FillValues& fill) {
  if (!buffers.input) return expect_values(plan, expected, buffers.result, types[buffers.result], fill);
  if (auto mistake = unlike_buffers(plan, types, *buffers.input, buffers.result, true)) return mistake;
  return expect_reference(plan, expected, *buffers.input, buffers.result);
}

Result<void> expect_result(PreparedRun& run, const std::string& text) {
  const auto typed = parse_expectation(text);
  if (!typed) return tl::unexpected(typed.error());
  const auto refused = [&](const std::string& why) {
    return usage_error(fmt::format("--expect {}: {}", text, why));
  };
  if (run.plan.launches.empty() || run.plan.buffers.empty()) return refused("this run has no buffer");
  const auto result = result_buffer(run, typed->expected.buffer);
  if (!result) return refused(result.error().message);
  const auto input = input_buffer(run.plan, *typed, *result);
  if (!input) return refused(input.error().message);
  const auto mistake = apply(run, *typed, {*result, *input});
  if (!mistake) return validate(run.plan);
  if (mistake->key.empty() || mistake->key == "expect.values") return refused(mistake->message);
  const std::string& named = run.plan.buffers[mistake->key == "expect.of" ? **input : *result].name;
  return refused(named + " " + mistake->message);
}

}  // namespace lockstep::sim
