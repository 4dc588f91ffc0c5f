// The text of a launch description: JSON with a version, read with all mistakes named by their keys.
#include "core/plan/launch_description.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "core/base/json.hpp"
#include "core/base/text.hpp"
#include "core/plan/plan_fields.hpp"

namespace lockstep {
namespace {

using DescriptionJson = nlohmann::ordered_json;
constexpr int kDescriptionVersion = 1;
constexpr std::uint64_t kMostRepetitions = kMostLaunches;
constexpr unsigned kMostNested = 16;  // lists of a plan
constexpr std::size_t kMostErrors = 100;

// Reads one object: each key is asked for once, and those that nobody asked for are mistakes.
class ObjectReader {
 public:
  ObjectReader(const DescriptionJson& object, std::string path, std::vector<DescriptionError>& errors)
      : object_(object), path_(std::move(path)), errors_(errors) {
    if (!object_.is_object())
      error("", fmt::format("is {}, not an object such as {{\"kernel\": \"scale\"}}", quoted_json(object_)));
  }

  bool has(const char* key) {
    if (std::ranges::find(known_, key) == known_.end()) known_.emplace_back(key);
    return object_.is_object() && object_.contains(key);
  }

  void text(const char* key, std::string& value, bool required = false) {
    if (!wanted(key, required)) return;
    const DescriptionJson& found = object_.at(key);
    if (found.is_string())
      value = found.get<std::string>();
    else
      error(key, fmt::format("is {}, not a text", quoted_json(found)));
  }

  void count(const char* key, std::uint64_t& value, std::uint64_t least, std::uint64_t most,
             bool required = false) {
    if (!wanted(key, required)) return;
    if (const auto number = whole(object_.at(key)); number && *number >= least && *number <= most)
      value = *number;
    else
      error(key, fmt::format("is {}, not a whole number from {} to {}", quoted_json(object_.at(key)), least,
                             most));
  }

  // A number, a text, or a list of numbers, as text.
  void values(const char* key, std::string& value, bool required = false) {
    if (!wanted(key, required)) return;
    const DescriptionJson& found = object_.at(key);
    if (found.is_null()) return value.clear();
    if (const auto written = as_typed(found))
      value = *written;
    else
      error(key, fmt::format("is {}, not a number, a list of numbers, or a text such as \"iota\"",
                             quoted_json(found)));
  }

  void extents(const char* key, std::array<std::uint64_t, 3>& sizes, unsigned* dimensions,
               std::uint64_t least, bool required = false) {
    if (!wanted(key, required)) return;
    const DescriptionJson& found = object_.at(key);
    const DescriptionJson list = found.is_array() ? found : DescriptionJson::array({found});
    if (list.empty() || list.size() > 3)
      return error(key,
                   fmt::format("is {}, not one to three whole numbers such as [64, 4]", quoted_json(found)));
    for (std::size_t d = 0; d < list.size(); ++d) {
      const auto number = whole(list[d]);
      if (!number || *number < least)
        return error(
            key, fmt::format("is {}; each size is a whole number of at least {}", quoted_json(found), least));
      sizes[d] = *number;
    }
    if (dimensions != nullptr) *dimensions = static_cast<unsigned>(list.size());
  }

  void swaps(const char* key, std::vector<Swap>& swaps) {
    if (!wanted(key, false)) return;
    const DescriptionJson& found = object_.at(key);
    const auto is_pair = [](const DescriptionJson& pair) {
      return pair.is_array() && pair.size() == 2 && pair[0].is_string() && pair[1].is_string();
    };
    // One pair may stand without the outer list.
    const DescriptionJson list = is_pair(found) ? DescriptionJson::array({found}) : found;
    if (!list.is_array() || !std::ranges::all_of(list, is_pair))
      return error(key, fmt::format("is {}, not a list of pairs of buffers such as [[\"in\", \"out\"]]",
                                    quoted_json(found)));
    for (const DescriptionJson& pair : list)
      swaps.emplace_back(pair[0].get<std::string>(), pair[1].get<std::string>());
  }

  template <class Read>
  void list(const char* key, Read read, bool required = false) {
    if (!wanted(key, required)) return;
    const DescriptionJson& found = object_.at(key);
    if (!found.is_array()) return error(key, fmt::format("is {}, not a list", quoted_json(found)));
    for (std::size_t i = 0; i < found.size(); ++i) read(found[i], fmt::format("{}[{}]", whole_key(key), i));
  }

  void number(const char* key, double& value) {
    if (!wanted(key, false)) return;
    const DescriptionJson& found = object_.at(key);
    if (found.is_number() && found.get<double>() >= 0)
      value = found.get<double>();
    else
      error(key, fmt::format("is {}, not a number of at least 0", quoted_json(found)));
  }

  const DescriptionJson& at(const char* key) const { return object_.at(key); }

  void error(const std::string& key, std::string message) {
    if (errors_.size() < kMostErrors)
      errors_.push_back({key.empty() ? path_ : whole_key(key), std::move(message)});
  }
  std::string whole_key(const std::string& key) const { return path_.empty() ? key : path_ + "." + key; }

  void finish() {
    if (!object_.is_object()) return;
    for (const auto& [key, value] : object_.items())
      if (std::ranges::find(known_, key) == known_.end())
        error(shortened(key), fmt::format("is not a key here; the keys are {}", fmt::join(known_, ", ")));
  }

 private:
  bool wanted(const char* key, bool required) {
    if (has(key)) return true;
    if (required && object_.is_object()) error(key, "is missing");
    return false;
  }

  static std::optional<std::uint64_t> whole(const DescriptionJson& value) {
    if (value.is_number_unsigned()) return value.get<std::uint64_t>();
    if (value.is_string()) {
      const Result<std::uint64_t> size = parse_size(value.get<std::string>());
      if (size) return *size;
    }
    return std::nullopt;
  }

  // A number as it stands in the file.
  static std::optional<std::string> as_typed(const DescriptionJson& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number()) return value.dump();
    if (value.is_boolean()) return value.get<bool>() ? "1" : "0";
    if (!value.is_array() || value.empty()) return std::nullopt;
    std::string text;
    for (const DescriptionJson& entry : value) {
      // A matrix may be written row by row.
      const auto part = entry.is_array() || entry.is_number() ? as_typed(entry) : std::nullopt;
      if (!part) return std::nullopt;
      text += (text.empty() ? "" : ",") + *part;
    }
    return text;
  }

  const DescriptionJson& object_;
  std::string path_;
  std::vector<DescriptionError>& errors_;
  std::vector<std::string> known_;
};

DescribedBuffer read_buffer(const DescriptionJson& json, const std::string& path,
                            std::vector<DescriptionError>& errors) {
  DescribedBuffer buffer;
  ObjectReader reader(json, path, errors);
  reader.text("name", buffer.name, true);
  reader.text("type", buffer.type, true);
  reader.count("count", buffer.count, 1, UINT64_MAX, !buffer.is_image());
  if (buffer.is_image() && buffer.count != 0)
    reader.error("count", "is given, but an image has the sizes of its type");
  reader.values("fill", buffer.fill);
  reader.count("width", buffer.width, 1, UINT64_MAX);
  if (std::string access; reader.has("access")) {
    reader.text("access", access);
    if (const auto known = parse_access(access))
      buffer.access = *known;
    else
      reader.error("access",
                   fmt::format("is \"{}\", not \"read only\" or \"write only\"", shortened(access)));
  }
  reader.finish();
  return buffer;
}

DescribedArgument read_argument(const DescriptionJson& json, const std::string& path,
                                std::vector<DescriptionError>& errors) {
  using Kind = DescribedArgument::Kind;
  DescribedArgument argument;
  if (json.is_null()) {
    argument.kind = Kind::null;
    return argument;
  }
  // The name of a buffer alone is enough.
  if (json.is_string()) {
    argument.buffer = json.get<std::string>();
    return argument;
  }
  ObjectReader reader(json, path, errors);
  const std::pair<const char*, Kind> kinds[] = {
      {"buffer", Kind::buffer}, {"local_bytes", Kind::local}, {"scalar", Kind::scalar}, {"null", Kind::null}};
  unsigned found = 0;
  for (const auto& [key, kind] : kinds) {
    if (!reader.has(key)) continue;
    argument.kind = kind;
    ++found;
  }
  if (found != 1 && json.is_object())
    reader.error("", "needs exactly one of the keys buffer, local_bytes, scalar and null");
  reader.text("buffer", argument.buffer);
  reader.count("local_bytes", argument.local_bytes, 1, UINT64_MAX);
  reader.text("scalar", argument.type);
  if (argument.kind == Kind::scalar) {
    reader.values("value", argument.value, true);
    reader.text("next", argument.next);
  }
  reader.finish();
  return argument;
}

DescribedLaunch read_launch(const DescriptionJson& json, const std::string& path,
                            std::vector<DescriptionError>& errors) {
  DescribedLaunch launch;
  ObjectReader reader(json, path, errors);
  reader.text("kernel", launch.kernel, true);
  reader.text("label", launch.label);
  unsigned of_local = 0;
  reader.extents("global", launch.range.global_size, &launch.range.dimensions, 1, true);
  reader.extents("local", launch.range.local_size, &of_local, 1, true);
  reader.extents("offset", launch.range.global_offset, nullptr, 0);
  if (of_local != 0 && of_local != launch.range.dimensions)
    reader.error("local", fmt::format("has {}, but global has {}; give both the same number of sizes",
                                      plural(of_local, "size"), launch.range.dimensions));
  reader.list("arguments", [&](const DescriptionJson& entry, const std::string& key) {
    launch.arguments.push_back(read_argument(entry, key, errors));
  });
  reader.count("repeat", launch.repeat, 1, kMostRepetitions);
  reader.swaps("swap", launch.swaps);
  reader.finish();
  return launch;
}

void read_reference(ObjectReader& reader, const std::string& reference, DescribedExpectation& expected) {
  using Kind = DescribedExpectation::Kind;
  if (const auto op = parse_operator(reference)) {
    expected.kind = Kind::reduction;
    expected.op = *op;
  } else if (reference == "inclusive scan" || reference == "exclusive scan") {
    expected.kind = reference == "inclusive scan" ? Kind::inclusive_scan : Kind::exclusive_scan;
  } else {
    reader.error(
        "reference",
        fmt::format("is \"{}\"; choose sum, product, min, max, digits, inclusive scan or exclusive scan",
                    shortened(reference)));
  }
}

DescribedExpectation read_expectation(const DescriptionJson& json, const std::string& path,
                                      std::vector<DescriptionError>& errors) {
  using Kind = DescribedExpectation::Kind;
  DescribedExpectation expected;
  ObjectReader reader(json, path, errors);
  reader.text("buffer", expected.buffer, true);
  const bool has_values = reader.has("values"), has_reference = reader.has("reference");
  if (has_values == has_reference && json.is_object())
    reader.error("", "needs either \"values\" or \"reference\"");
  if (has_values) {
    expected.kind = Kind::values;
    reader.values("values", expected.values);
    reader.number("tolerance", expected.tolerance);
  }
  if (std::string reference; has_reference) {
    reader.text("reference", reference);
    read_reference(reader, reference, expected);
    reader.text("of", expected.of, true);
    if (std::string op; reader.has("op")) {
      reader.text("op", op);
      if (const auto known = parse_operator(op))
        expected.op = *known;
      else
        reader.error("op", fmt::format("is \"{}\"; choose sum, product, min, max or digits", shortened(op)));
    }
  }
  reader.finish();
  return expected;
}

// What was typed, as JSON: a number and a list of numbers as such.
DescriptionJson typed(const std::string& text) {
  const DescriptionJson list = parse_json<DescriptionJson>("[" + text + "]").value_or(nullptr);
  // A long list, or one with numbers that JSON writes in another way, stays as it was typed.
  const bool is_same = list.is_array() && !list.empty() &&
                       std::ranges::all_of(list, [](const auto& value) { return value.is_number(); }) &&
                       list.dump() == "[" + text + "]";
  if (!is_same) return text;
  return list.size() == 1 ? list[0] : list;
}

DescriptionJson extents_json(const std::array<std::uint64_t, 3>& sizes, unsigned dimensions) {
  DescriptionJson list = DescriptionJson::array();
  for (unsigned d = 0; d < dimensions; ++d) list.push_back(sizes[d]);
  return list;
}

DescriptionJson swaps_json(const std::vector<Swap>& swaps) {
  DescriptionJson list = DescriptionJson::array();
  for (const auto& [one, other] : swaps) list.push_back({one, other});
  return list;
}

DescriptionJson json_of(const DescribedBuffer& buffer) {
  DescriptionJson json{{"name", buffer.name}, {"type", buffer.type}};
  if (!buffer.is_image()) json["count"] = buffer.count;
  if (!buffer.fill.empty()) json["fill"] = typed(buffer.fill);
  if (buffer.width != 0) json["width"] = buffer.width;
  if (buffer.access != PlanBuffer::Access::read_write) json["access"] = access_word(buffer.access);
  return json;
}

DescriptionJson json_of(const DescribedArgument& argument) {
  switch (argument.kind) {
    case DescribedArgument::Kind::buffer:
      return {{"buffer", argument.buffer}};
    case DescribedArgument::Kind::local:
      return {{"local_bytes", argument.local_bytes}};
    case DescribedArgument::Kind::null:
      return {{"null", true}};
    case DescribedArgument::Kind::scalar:
      break;
  }
  DescriptionJson json{{"scalar", argument.type}, {"value", typed(argument.value)}};
  if (!argument.next.empty()) json["next"] = argument.next;
  return json;
}

DescriptionJson json_of(const DescribedLaunch& launch) {
  const NdRange& range = launch.range;
  DescriptionJson json{{"kernel", launch.kernel}};
  if (!launch.label.empty()) json["label"] = launch.label;
  json["global"] = extents_json(range.global_size, range.dimensions);
  json["local"] = extents_json(range.local_size, range.dimensions);
  if (range.global_offset != std::array<std::uint64_t, 3>{})
    json["offset"] = extents_json(range.global_offset, range.dimensions);
  json["arguments"] = DescriptionJson::array();
  for (const DescribedArgument& argument : launch.arguments) json["arguments"].push_back(json_of(argument));
  if (launch.repeat != 1) json["repeat"] = launch.repeat;
  if (!launch.swaps.empty()) json["swap"] = swaps_json(launch.swaps);
  return json;
}

DescriptionJson json_of(const DescribedExpectation& expected) {
  using Kind = DescribedExpectation::Kind;
  DescriptionJson json{{"buffer", expected.buffer}};
  if (expected.kind == Kind::values) {
    json["values"] = typed(expected.values);
    if (expected.tolerance != 0) json["tolerance"] = expected.tolerance;
    return json;
  }
  const bool is_scan = expected.kind != Kind::reduction;
  json["reference"] = is_scan ? name(expected.kind) : name(expected.op);
  json["of"] = expected.of;
  if (is_scan) json["op"] = name(expected.op);
  return json;
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
  if (errors.size() == kMostErrors) text += fmt::format("\n{}: there may be more mistakes", file);
  return text;
}

Result<LaunchDescription> parse_launch_description(std::string_view text, const std::string& file) {
  const auto json = parse_json<DescriptionJson>(text, kMostNested);
  if (!json) return usage_error(json.error().text_of(file));
  std::vector<DescriptionError> errors;
  ObjectReader reader(*json, "", errors);
  std::uint64_t version = 0;
  reader.count("lockstep_plan", version, 0, UINT64_MAX, true);
  if (errors.empty() && version != kDescriptionVersion)
    return usage_error(
        fmt::format("{}: this plan has version {}; this program reads version {}. Open it with the "
                    "program that saved it, or correct \"lockstep_plan\".",
                    file, version, kDescriptionVersion));
  LaunchDescription description;
  reader.text("file", description.file, true);
  reader.text("options", description.options);
  reader.list("buffers", [&](const DescriptionJson& entry, const std::string& key) {
    description.buffers.push_back(read_buffer(entry, key, errors));
  });
  reader.list(
      "launches",
      [&](const DescriptionJson& entry, const std::string& key) {
        description.launches.push_back(read_launch(entry, key, errors));
      },
      true);
  reader.count("repeat", description.repeat, 1, kMostRepetitions);
  reader.swaps("swap", description.swaps);
  if (reader.has("expect") && !reader.at("expect").is_null())
    description.expectation = read_expectation(reader.at("expect"), "expect", errors);
  reader.finish();
  if (!errors.empty()) return usage_error(report(file, errors));
  return description;
}

std::string to_text(const LaunchDescription& description) {
  DescriptionJson json{{"lockstep_plan", kDescriptionVersion}, {"file", description.file}};
  if (!description.options.empty()) json["options"] = description.options;
  json["buffers"] = DescriptionJson::array();
  for (const DescribedBuffer& buffer : description.buffers) json["buffers"].push_back(json_of(buffer));
  json["launches"] = DescriptionJson::array();
  for (const DescribedLaunch& launch : description.launches) json["launches"].push_back(json_of(launch));
  if (description.repeat != 1) json["repeat"] = description.repeat;
  if (!description.swaps.empty()) json["swap"] = swaps_json(description.swaps);
  if (description.expectation.kind != DescribedExpectation::Kind::nothing)
    json["expect"] = json_of(description.expectation);
  return json_text(json) + "\n";
}

}  // namespace lockstep
