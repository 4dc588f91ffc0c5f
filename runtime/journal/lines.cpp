#include "runtime/journal/lines.hpp"

#include <algorithm>
#include <concepts>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/base/text/json.hpp"
#include "core/plan/plan_fields.hpp"

namespace lockstep::runtime {
namespace {

// In the order of the alternatives of JournalLine.
constexpr const char* kEvents[] = {"start", "program", "host", "launch",      "result",
                                   "error", "left",    "end",  "host_finding"};
constexpr std::string_view kLaunchBegins = R"({"event":"launch")";

// The line itself contains the text of the kernel.
class TextStore final : public ByteStore {
 public:
  FieldsJson data(std::string_view bytes) override { return bytes; }
};

template <class T, class Line>
concept Is = std::same_as<std::remove_const_t<T>, Line>;

template <class Fields, Is<StartLine> Line>
void line_fields(Fields& fields, Line& line) {
  fields.number("version", line.version);
  fields.number("process", line.process);
  fields.number("began", line.began);
}

template <class Fields, Is<ProgramLine> Line>
void line_fields(Fields& fields, Line& line) {
  program_fields(fields, line.program);
  fields.text_or_none("file", line.file);
}

template <class Fields, Is<HostLine> Line>
void line_fields(Fields& fields, Line& line) {
  host_call_fields(fields, line.call);
  fields.flag("moves_bytes", line.moves_bytes);
  fields.object_or_none("data", line.data, [](auto& one, auto& data) {
    one.number("begin", data.begin);
    one.number("size", data.size);
  });
  fields.object_or_none("image", line.image, kImageFields);
}

template <class Fields, Is<LaunchLine> Line>
void line_fields(Fields& fields, Line& line) {
  fields.number("number", line.number);
  fields.flag("recorded", line.is_recorded);
  fields.text("call", line.call);
  fields.text("model", line.model);
  launch_fields(fields, line.launch);
  fields.list("buffers", line.buffers, [](auto& one, auto& buffer) {
    one.number("number", buffer.number);
    one.text("name", buffer.name);
    type_field(one, buffer.type);
    access_field(one, buffer.access);
  });
}

template <class Fields, class S>
void severity_field(Fields& fields, S& value) {
  auto severity = static_cast<std::uint64_t>(value);
  fields.number("severity", severity);
  if constexpr (!std::is_const_v<S>) value = static_cast<Severity>(std::min<std::uint64_t>(severity, 2));
}

template <class Fields, Is<ResultLine> Line>
void line_fields(Fields& fields, Line& line) {
  fields.number("number", line.number);
  fields.flag("checked", line.is_checked);
  fields.flag("ended_early", line.ended_early);
  fields.number("nanoseconds", line.nanoseconds);
  fields.text_or_none("failure", line.failure);
  fields.object("counters", line.counters, [](auto& one, auto& counters) {
#define M(name, title, unit, explanation) one.number(#name, counters.name);
#include "sim/observers/counters/metrics.def"
#undef M
  });
  fields.list("findings", line.findings, [](auto& one, auto& finding) {
    one.text("kind", finding.kind);
    one.text("message", finding.message);
    one.number("line", finding.line);
    one.number("column", finding.column);
    one.number("occurrences", finding.occurrences);
    severity_field(one, finding.severity);
  });
}

template <class Fields, Is<ErrorLine> Line>
void line_fields(Fields& fields, Line& line) {
  fields.text("call", line.call);
  fields.text("code", line.code);
  fields.text("reason", line.reason);
  fields.text_or_none("place", line.place);
}

template <class Fields, Is<HostFindingLine> Line>
void line_fields(Fields& fields, Line& line) {
  fields.text("kind", line.kind);
  fields.text("message", line.message);
  const auto call_fields = [](auto& one, auto& call) {
    one.text_or_none("call", call.call);
    one.text_or_none("place", call.place);
  };
  fields.object("first", line.first, call_fields);
  fields.object("second", line.second, call_fields);
  severity_field(fields, line.severity);
}

template <class Fields, Is<LeftLine> Line>
void line_fields(Fields& fields, Line& line) {
  fields.text("kind", line.kind);
  fields.number("count", line.count);
}

template <class Fields, Is<EndLine> Line>
void line_fields(Fields&, Line&) {}

template <std::size_t Event = 0>
JournalLine read_line(const std::string& event, const FieldReader& reader) {
  if constexpr (Event == std::variant_size_v<JournalLine>) {
    throw std::invalid_argument("the event is unknown");
  } else {
    if (event != kEvents[Event]) return read_line<Event + 1>(event, reader);
    std::variant_alternative_t<Event, JournalLine> line;
    line_fields(reader, line);
    return line;
  }
}

}  // namespace

ReportedFinding reported(const sim::Finding& finding) {
  return {std::string(kind_name(finding.kind)),
          finding.message,
          finding.first.range.line,
          finding.first.range.column,
          finding.occurrences,
          {},
          finding.severity};
}

std::string sentence_of(const HostFindingLine& finding) {
  std::string text = finding.message;
  const auto insert = [&](std::string_view name, const CallPlace& call) {
    const std::size_t at = text.find(name);
    if (at == std::string::npos) return;
    text.replace(at, name.size(), call.place.empty() ? call.call : call.call + " at " + call.place);
  };
  insert("{second}", finding.second);
  insert("{first}", finding.first);
  return text;
}

std::string to_text(const JournalLine& line) {
  TextStore store;
  return json_line(written_fields(
      [&](FieldWriter& fields) {
        fields.text("event", kEvents[line.index()]);
        std::visit([&](const auto& known) { line_fields(fields, known); }, line);
      },
      store));
}

std::optional<JournalLine> parse_journal_line(std::string_view text) {
  const FieldsJson json = parse_json_line(text);
  if (!json.is_object()) return std::nullopt;
  try {
    const ByteSource source;
    const FieldReader reader(json, source);
    std::string event;
    reader.text("event", event);
    return read_line(event, reader);
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

bool is_launch_line(std::string_view text) { return text.starts_with(kLaunchBegins); }

}  // namespace lockstep::runtime
