// Reads and writes launch descriptions: JSON with a version. All mistakes are reported with their keys.
#include "core/plan/launch_description.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "core/base/text/checked_form.hpp"
#include "core/base/text/json.hpp"
#include "core/base/text/object_fields.hpp"
#include "core/base/text/text.hpp"
#include "core/plan/plan_fields.hpp"

namespace lockstep {
namespace {

constexpr std::uint64_t kDescriptionVersion = 1;
constexpr std::uint64_t kMaxRepetitions = kMaxLaunches;
constexpr unsigned kMaxNested = 16;  // nesting depth of a plan file
constexpr std::size_t kMaxErrors = 100;

// The forms of values in a plan file (core/base/text/object_fields.hpp).

// A whole number, or a size such as "16Mi".
struct CountForm {
  std::uint64_t least = 0, most = UINT64_MAX;
  static FieldsJson json(std::uint64_t count) { return count; }
  std::optional<std::uint64_t> value(const FieldsJson& json) const {
    const auto* const text = json.get_ptr<const std::string*>();
    const auto size = text == nullptr ? Result<std::uint64_t>(0) : parse_size(*text);
    if (!size || (text == nullptr && !json.is_number_unsigned())) return std::nullopt;
    const std::uint64_t count = text == nullptr ? json.get<std::uint64_t>() : *size;
    return count >= least && count <= most ? std::optional(count) : std::nullopt;
  }
  std::string mistake(const FieldsJson& json) const {
    return fmt::format("is {}, not a whole number from {} to {}", quoted_json(json), least, most);
  }
};

// One to three sizes; a single size may be written without a list.
struct SizesForm {
  using Sizes = std::vector<std::uint64_t>;
  std::uint64_t least = 0;
  static FieldsJson json(const Sizes& sizes) { return sizes; }
  std::optional<Sizes> value(const FieldsJson& json) const {
    Sizes sizes;
    for (const FieldsJson& entry : list_of(json))
      if (const auto size = CountForm{least}.value(entry)) sizes.push_back(*size);
    return sizes.size() == list_of(json).size() && has_dimensions(json) ? std::optional(sizes) : std::nullopt;
  }
  std::string mistake(const FieldsJson& json) const {
    return has_dimensions(json)
               ? fmt::format("is {}; each size is a whole number of at least {}", quoted_json(json), least)
               : fmt::format("is {}, not one to three whole numbers such as [64, 4]", quoted_json(json));
  }
  static FieldsJson list_of(const FieldsJson& json) {
    return json.is_array() ? json : FieldsJson::array({json});
  }
  static bool has_dimensions(const FieldsJson& json) {
    return !list_of(json).empty() && list_of(json).size() <= 3;
  }
};

// Converts a number, a text, or a list of numbers to text.
struct ValuesForm {
  // A number or a list of numbers is written as JSON numbers.
  static FieldsJson json(const std::string& text) {
    FieldsJson list = parse_json<FieldsJson>("[" + text + "]").value_or(nullptr);
    // A long list, or a list with numbers that JSON would write differently, is written as the typed text.
    const bool is_same = list.is_array() && !list.empty() &&
                         std::ranges::all_of(list, [](const auto& value) { return value.is_number(); }) &&
                         list.dump() == "[" + text + "]";
    if (!is_same) return text;
    return list.size() == 1 ? list[0] : list;
  }
  static std::optional<std::string> value(const FieldsJson& json) {
    return json.is_null() ? std::string() : as_typed(json);
  }
  static std::string mistake(const FieldsJson& json) {
    return fmt::format("is {}, not a number, a list of numbers, or a text such as \"iota\"",
                       quoted_json(json));
  }
  // The value as it is written in the file.
  static std::optional<std::string> as_typed(const FieldsJson& json) {
    if (json.is_string()) return json.get<std::string>();
    if (json.is_number()) return json.dump();
    if (json.is_boolean()) return json.get<bool>() ? "1" : "0";
    if (!json.is_array() || json.empty()) return std::nullopt;
    std::string text;
    for (const FieldsJson& entry : json) {
      // A matrix may be written row by row.
      const auto part = entry.is_array() || entry.is_number() ? as_typed(entry) : std::nullopt;
      if (!part) return std::nullopt;
      text += (text.empty() ? "" : ",") + *part;
    }
    return text;
  }
};

// Pairs of buffers; a single pair may be written without the outer list.
struct SwapsForm {
  static FieldsJson json(const std::vector<Swap>& swaps) {
    FieldsJson list = FieldsJson::array();
    for (const auto& [one, other] : swaps) list.push_back({one, other});
    return list;
  }
  static std::optional<std::vector<Swap>> value(const FieldsJson& json) {
    const auto is_pair = [](const FieldsJson& pair) {
      return pair.is_array() && pair.size() == 2 && pair[0].is_string() && pair[1].is_string();
    };
    const FieldsJson list = is_pair(json) ? FieldsJson::array({json}) : json;
    if (!list.is_array() || !std::ranges::all_of(list, is_pair)) return std::nullopt;
    std::vector<Swap> swaps;
    for (const FieldsJson& pair : list)
      swaps.emplace_back(pair[0].get<std::string>(), pair[1].get<std::string>());
    return swaps;
  }
  static std::string mistake(const FieldsJson& json) {
    return fmt::format("is {}, not a list of pairs of buffers such as [[\"in\", \"out\"]]",
                       quoted_json(json));
  }
};

const CheckedForm<double> kToleranceForm{"a number of at least 0", [](const FieldsJson& json) {
                                           return json.is_number() && json.get<double>() >= 0;
                                         }};

// One of a fixed set of words.
template <class T>
struct WordForm {
  std::string_view (*name)(T);
  std::optional<T> (*parse)(std::string_view);
  std::string_view choice;  // "; choose sum or max"
  FieldsJson json(T value) const { return name(value); }
  std::optional<T> value(const FieldsJson& json) const {
    const auto* const text = json.get_ptr<const std::string*>();
    return text == nullptr ? std::nullopt : parse(*text);
  }
  std::string mistake(const FieldsJson& json) const {
    return fmt::format("is {}{}", quoted_json(json), choice);
  }
};

using Access = PlanBuffer::Access;
constexpr WordForm<Access> kAccess{access_word, parse_access, ", not \"read only\" or \"write only\""};
constexpr WordForm<Operator> kOperator{name, parse_operator, "; choose sum, product, min, max or digits"};

// The kind of a reference, and the operator of a reduction.
struct Reference {
  DescribedExpectation::Kind kind = DescribedExpectation::Kind::reduction;
  Operator op = Operator::sum;
};
std::string_view reference_name(Reference reference) {
  return reference.kind == DescribedExpectation::Kind::reduction ? name(reference.op) : name(reference.kind);
}
std::optional<Reference> parse_reference(std::string_view word) {
  using Kind = DescribedExpectation::Kind;
  if (const auto op = parse_operator(word)) return Reference{Kind::reduction, *op};
  for (const Kind kind : {Kind::inclusive_scan, Kind::exclusive_scan})
    if (name(kind) == word) return Reference{kind};
  return std::nullopt;
}
constexpr WordForm<Reference> kReference{
    reference_name, parse_reference,
    "; choose sum, product, min, max, digits, inclusive scan or exclusive scan"};

template <class Fields, class Buffer>
void described_buffer_fields(Fields& fields, Buffer& buffer) {
  fields.text("name", buffer.name);
  fields.text("type", buffer.type);
  if (!buffer.is_image())
    fields.form("count", buffer.count, CountForm{1});
  else
    fields.form_or("count", buffer.count, buffer.count, CountForm{1});
  if constexpr (Fields::kReads)
    if (buffer.is_image() && buffer.count != 0)
      fields.mistake("count", "is given, but the type of an image already states its sizes");
  fields.form_or("fill", buffer.fill, std::string(), ValuesForm{});
  fields.form_or("width", buffer.width, std::uint64_t{0}, CountForm{1});
  fields.form_or("access", buffer.access, Access::read_write, kAccess);
}

template <class Fields, class Argument>
void described_kind_fields(Fields& fields, Argument& argument) {
  using Kind = DescribedArgument::Kind;
  if (argument.kind == Kind::buffer) fields.text("buffer", argument.buffer);
  if (argument.kind == Kind::local) fields.form("local_bytes", argument.local_bytes, CountForm{1});
  if (argument.kind != Kind::scalar) return;
  fields.text("scalar", argument.type);
  fields.form("value", argument.value, ValuesForm{});
  fields.text_or_none("next", argument.next);
}

void described_argument_fields(FieldWriter& fields, const DescribedArgument& argument) {
  if (argument.kind == DescribedArgument::Kind::null) fields.flag("null", true);
  described_kind_fields(fields, argument);
}

void described_argument_fields(const FieldReader& fields, DescribedArgument& argument) {
  if (fields.is_null()) {
    argument.kind = DescribedArgument::Kind::null;
    return;
  }
  // The name of a buffer alone is also allowed.
  if (const std::string* const name = fields.as_text()) {
    argument.buffer = *name;
    return;
  }
  using Kind = DescribedArgument::Kind;
  const std::pair<const char*, Kind> kinds[] = {
      {"buffer", Kind::buffer}, {"local_bytes", Kind::local}, {"scalar", Kind::scalar}, {"null", Kind::null}};
  unsigned found = 0;
  for (const auto& [key, kind] : kinds) {
    if (!fields.has(key)) continue;
    argument.kind = kind;
    ++found;
  }
  if (found == 1) return described_kind_fields(fields, argument);
  if (fields.is_object())
    fields.mistake("", "needs exactly one of the keys buffer, local_bytes, scalar and null");
}

template <class Fields, class Range>
void described_range_fields(Fields& fields, Range& range) {
  const auto sizes_of = [&](const std::array<std::uint64_t, 3>& sizes) {
    return Fields::kReads ? SizesForm::Sizes{}
                          : SizesForm::Sizes(sizes.begin(), sizes.begin() + range.dimensions);
  };
  auto global = sizes_of(range.global_size), local = sizes_of(range.local_size),
       offset = sizes_of(range.global_offset);
  fields.form("global", global, SizesForm{1});
  fields.form("local", local, SizesForm{1});
  fields.form_or("offset", offset, SizesForm::Sizes(range.dimensions, 0), SizesForm{0});
  if constexpr (Fields::kReads) {
    std::ranges::copy(global, range.global_size.begin());
    std::ranges::copy(local, range.local_size.begin());
    std::ranges::copy(offset, range.global_offset.begin());
    if (!global.empty()) range.dimensions = static_cast<unsigned>(global.size());
    if (!local.empty() && local.size() != range.dimensions)
      fields.mistake("local", fmt::format("has {}, but global has {}; give both the same number of sizes",
                                          plural(local.size(), "size"), range.dimensions));
  }
}

template <class Fields, class Repeated>
void described_repeat_fields(Fields& fields, Repeated& repeated) {
  fields.form_or("repeat", repeated.repeat, std::uint64_t{1}, CountForm{1, kMaxRepetitions});
  fields.form_or("swap", repeated.swaps, std::vector<Swap>{}, SwapsForm{});
}

template <class Fields, class Launch>
void described_launch_fields(Fields& fields, Launch& launch) {
  fields.text("kernel", launch.kernel);
  fields.text_or_none("label", launch.label);
  described_range_fields(fields, launch.range);
  if (fields.has("arguments"))
    fields.list("arguments", launch.arguments,
                [](auto& one, auto& argument) { described_argument_fields(one, argument); });
  described_repeat_fields(fields, launch);
}

template <class Fields, class Expected>
void described_reference_fields(Fields& fields, Expected& expected) {
  Reference reference{expected.kind, expected.op};
  fields.form("reference", reference, kReference);
  const bool is_scan = reference.kind != DescribedExpectation::Kind::reduction;
  fields.text("of", expected.of);
  if constexpr (Fields::kReads) {
    expected.kind = reference.kind;
    expected.op = reference.op;
  }
  if (!is_scan) fields.flag_or("by_group", expected.by_group, false);
  if (is_scan ? fields.has("op") : Fields::kReads && fields.has("op"))
    fields.form("op", expected.op, kOperator);
}

template <class Fields, class Expected>
void described_expectation_fields(Fields& fields, Expected& expected) {
  using Kind = DescribedExpectation::Kind;
  fields.text("buffer", expected.buffer);
  bool has_values = expected.kind == Kind::values;
  if constexpr (Fields::kReads) {
    has_values = fields.has("values");
    expected.kind = has_values ? Kind::values : Kind::reduction;
    if (has_values == fields.has("reference")) {
      if (fields.is_object()) fields.mistake("", "needs either \"values\" or \"reference\"");
      return;
    }
  }
  if (!has_values) return described_reference_fields(fields, expected);
  fields.form("values", expected.values, ValuesForm{});
  fields.form_or("tolerance", expected.tolerance, 0.0, kToleranceForm);
}

template <class Fields, class Description>
void description_fields(Fields& fields, Description& description) {
  fields.text("file", description.file);
  fields.text_or_none("options", description.options);
  if (fields.has("buffers"))
    fields.list("buffers", description.buffers,
                [](auto& one, auto& buffer) { described_buffer_fields(one, buffer); });
  fields.list("launches", description.launches,
              [](auto& one, auto& launch) { described_launch_fields(one, launch); });
  described_repeat_fields(fields, description);
  bool is_expected = description.expectation.kind != DescribedExpectation::Kind::nothing;
  if constexpr (Fields::kReads) is_expected = fields.has_value("expect");
  if (is_expected)
    fields.object("expect", description.expectation,
                  [](auto& one, auto& expected) { described_expectation_fields(one, expected); });
}

}  // namespace

const DescribedBuffer* LaunchDescription::find_buffer(std::string_view wanted) const {
  const auto found = std::ranges::find(buffers, wanted, &DescribedBuffer::name);
  return found == buffers.end() ? nullptr : &*found;
}

std::string_view name(DescribedExpectation::Kind kind) {
  constexpr std::string_view names[] = {"nothing", "values", "reduction", "inclusive scan", "exclusive scan"};
  return names[static_cast<std::size_t>(kind)];
}

std::string report(const std::string& file, const std::vector<DescriptionError>& errors) {
  std::string text;
  for (const DescriptionError& error : errors)
    text += fmt::format("{}{}: {}{}{}", text.empty() ? "" : "\n", file, error.key,
                        error.key.empty() ? "" : " ", error.message);
  if (errors.size() == kMaxErrors) text += fmt::format("\n{}: there may be more mistakes", file);
  return text;
}

Result<LaunchDescription> parse_launch_description(std::string_view text, const std::string& file) {
  const auto json = parse_json<FieldsJson>(text, kMaxNested);
  if (!json) return usage_error(json.error().text_of(file));
  std::vector<DescriptionError> errors;
  const NoteMistake note = [&](const FieldMistake& mistake) {
    if (errors.size() < kMaxErrors) errors.push_back({mistake.path, mistake.what});
  };
  const FieldReader reader(*json, note);
  std::uint64_t version = 0;
  reader.form("lockstep_plan", version, CountForm{});
  if (errors.empty() && json->is_object() && version != kDescriptionVersion)
    return usage_error(
        fmt::format("{}: this plan has version {}; this program reads version {}. Open it with the "
                    "program that saved it, or correct \"lockstep_plan\".",
                    file, version, kDescriptionVersion));
  LaunchDescription description;
  description_fields(reader, description);
  reader.finish();
  if (!errors.empty()) return usage_error(report(file, errors));
  return description;
}

std::string to_text(const LaunchDescription& description) {
  return json_text(written_fields([&](FieldWriter& fields) {
           fields.number("lockstep_plan", kDescriptionVersion);
           description_fields(fields, description);
         })) +
         "\n";
}

}  // namespace lockstep
