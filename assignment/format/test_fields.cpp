#include "assignment/format/test_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "core/base/text/checked_form.hpp"
#include "core/base/text/json.hpp"
#include "core/base/text/object_fields.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::assignment {
namespace {

constexpr std::array<std::string_view, 18> kFields{
    "points",  "bonus", "withheld", "deduct",   "divided", "visibility", "needs",  "criteria", "n",
    "drawn n", "L",     "type",     "operator", "seeds",   "schedules",  "orders", "models",   "steps"};
constexpr std::uint64_t kMaxBudget = 2'000'000'000;
constexpr std::size_t kMaxListed = 100;

// The fields of a launch description that a test may replace.
constexpr std::array<std::string_view, 8> kLaunchFields{"lockstep_plan", "file",   "options", "buffers",
                                                        "launches",      "repeat", "swap",    "expect"};

constexpr std::string_view kRightResult = "result right", kNoFinding = "no finding";

const CheckedForm<double> kPoints{"a number from 0 to 1000", [](const FieldsJson& json) {
                                    return json.is_number() && json.get<double>() >= 0 &&
                                           json.get<double>() <= 1000;
                                  }};

const CheckedForm<std::string> kVisibility{
    "\"public\", \"after due\", \"after publication\" or \"never\"",
    [](const FieldsJson& json) { return json.is_string() && parse_visibility(json.get<std::string>()); }};

// A field that is one value or a list of values.
template <class T>
struct OneOrMore {
  std::string_view wanted;
  bool (*is_good)(const FieldsJson&);
  FieldsJson json(const std::vector<T>& values) const { return values; }
  std::optional<std::vector<T>> value(const FieldsJson& json) const {
    const FieldsJson list = json.is_array() ? json : FieldsJson::array({json});
    if (list.empty() || list.size() > kMaxListed || !std::ranges::all_of(list, is_good)) return std::nullopt;
    return list.template get<std::vector<T>>();
  }
  std::string mistake(const FieldsJson& json) const {
    return fmt::format("is {}, but must be {}, or a list of at most {} such values", quoted_json(json),
                       wanted, kMaxListed);
  }
};
constexpr OneOrMore<std::uint64_t> kSizes{"a whole number from 1 to 16777216", [](const FieldsJson& json) {
                                            return json.is_number_unsigned() &&
                                                   json.get<std::uint64_t>() >= 1 &&
                                                   json.get<std::uint64_t>() <= (std::uint64_t{1} << 24);
                                          }};
constexpr OneOrMore<std::uint64_t> kSeeds{"a whole number",
                                          [](const FieldsJson& json) { return json.is_number_unsigned(); }};
constexpr OneOrMore<std::string> kWords{
    "a text", [](const FieldsJson& json) { return json.is_string() && !json.get<std::string>().empty(); }};

// Adds the implied criteria. Counters of a wrong result earn no points. A right result of a kernel with an
// error earns none either, because the result may be accidental. A test may restrict the kinds of errors.
void criteria_of(const std::vector<std::string>& written, Test& test, const FieldReader& fields) {
  if (std::ranges::find(written, kRightResult) == written.end())
    test.criteria.push_back(*parse_criterion(kRightResult));
  for (const std::string& text : written) {
    auto criterion = parse_criterion(text);
    if (criterion)
      test.criteria.push_back(std::move(*criterion));
    else
      fields.mistake("criteria", "has a mistake: " + criterion.error().message);
  }
  if (std::ranges::find(test.criteria, Criterion::Kind::no_finding, &Criterion::kind) == test.criteria.end())
    test.criteria.push_back(*parse_criterion(kNoFinding));
}

void own_fields(const FieldReader& fields, Test& test) {
  fields.form_or("points", test.points, 0.0, kPoints);
  fields.flag_or("bonus", test.is_bonus, false);
  fields.form_or("deduct", test.deduction, 0.0, kPoints);
  fields.flag_or("divided", test.is_divided, false);
  fields.flag_or("withheld", test.is_withheld, false);
  std::string visibility(name(Visibility::always));
  fields.form_or("visibility", visibility, visibility, kVisibility);
  test.visibility = parse_visibility(visibility).value_or(Visibility::always);
  fields.form_or("needs", test.needs, {}, kWords);
  std::vector<std::string> criteria{std::string(kRightResult)};
  fields.form_or("criteria", criteria, {}, kWords);
  criteria_of(criteria, test, fields);
  // Sorts the criteria: a finding is the cause of a wrong result, and a wrong result is the cause of
  // its counters.
  std::ranges::stable_sort(test.criteria, {}, [](const Criterion& it) {
    return it.kind == Criterion::Kind::no_finding ? 0 : it.kind == Criterion::Kind::right_result ? 1 : 2;
  });
  fields.form_or("n", test.lists.n, {}, kSizes);
  fields.form_or("drawn n", test.lists.drawn_n, {}, kSizes);
  fields.form_or("L", test.lists.L, {}, kSizes);
  fields.form_or("type", test.lists.types, {}, kWords);
  fields.form_or("operator", test.lists.operators, {}, kWords);
  fields.form_or("seeds", test.lists.seeds, {}, kSeeds);
  fields.form_or("schedules", test.lists.schedules, {}, kWords);
  fields.form_or("orders", test.lists.orders, {}, kWords);
  fields.form_or("models", test.lists.models, {}, kWords);
  fields.number_or("steps", test.step_budget, 0);
  test.step_budget = std::min(test.step_budget, kMaxBudget);
  for (std::string& needed : test.needs) needed = link_name(needed);
}

// Returns the place of a field in the block, or of the block itself if the field is not found.
TextPlace place_of(const MarkedPiece& block, std::string_view path) {
  const std::string key = fmt::format("\"{}\"", path.substr(0, path.find_first_of(".[")));
  const std::size_t at = block.text.find(key);
  if (at == block.text.npos) return block.place;
  const std::string_view before = std::string_view(block.text).substr(0, at);
  const auto lines = static_cast<std::uint32_t>(std::ranges::count(before, '\n'));
  const std::size_t begin = before.rfind('\n') + 1;
  return {block.body.line + lines, static_cast<std::uint32_t>(at - begin) + 1};
}

TextFault unknown_field(const MarkedPiece& block, const std::string& key) {
  std::vector<std::string> known(kFields.begin(), kFields.end());
  known.insert(known.end(), kLaunchFields.begin(), kLaunchFields.end());
  return {place_of(block, key), fmt::format("\"{}\" is not a field of a test or of a plan.", key),
          fmt::format("Did you mean \"{}\"?", nearest_names(key, known, 1).front())};
}

// A test without a title is named after its criteria.
std::string title_of(const MarkedPiece& block) {
  return block.title.empty() ? fmt::format("Test in line {}", block.place.line) : block.title;
}

}  // namespace

bool is_field_of_test(std::string_view name) { return std::ranges::find(kFields, name) != kFields.end(); }

Test read_test(const MarkedPiece& block, std::vector<TextFault>& faults) {
  Test test;
  test.title = title_of(block);
  test.name = link_name(test.title);
  test.place = block.place;
  const auto json = parse_json<FieldsJson>(block.text);
  if (!json) {
    const JsonFault& fault = json.error();
    faults.push_back({{block.body.line + static_cast<std::uint32_t>(fault.line) - 1,
                       static_cast<std::uint32_t>(fault.column)},
                      fmt::format("This is not JSON: {}.", fault.what),
                      ""});
    return test;
  }
  if (!json->is_object()) {
    faults.push_back({block.body, "A test must be a JSON object.", "Write it in { and }."});
    return test;
  }
  FieldsJson own = FieldsJson::object(), launch = FieldsJson::object();
  for (const auto& [key, value] : json->items()) {
    const bool is_own = is_field_of_test(key);
    if (!is_own && std::ranges::find(kLaunchFields, key) == kLaunchFields.end())
      faults.push_back(unknown_field(block, key));
    else
      (is_own ? own : launch)[key] = value;
  }
  const NoteMistake note = [&](const FieldMistake& mistake) {
    faults.push_back(
        {place_of(block, mistake.path), fmt::format("\"{}\" {}.", mistake.path, mistake.what), ""});
  };
  own_fields(FieldReader(own, note), test);
  test.launch = launch.dump();
  return test;
}

}  // namespace lockstep::assignment
