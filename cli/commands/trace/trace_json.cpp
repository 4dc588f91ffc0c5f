#include "cli/commands/trace/trace_json.hpp"

#include <nlohmann/json.hpp>
#include <string_view>

#include "cli/json.hpp"
#include "core/base/text/json.hpp"
#include "sim/explain/narration/narration.hpp"
#include "sim/figure_rows/combination.hpp"
#include "sim/figure_rows/executed.hpp"
#include "sim/figure_rows/stale_reads.hpp"

namespace lockstep::cli {

namespace {

std::string_view memory_word(const sim::CombinationArray& array) {
  if (array.of_registers) return "registers";
  return array.object.is_local ? "local" : "global";
}

class TraceJson {
 public:
  TraceJson(const sim::Trace& trace, const sim::Combination& combination)
      : trace_(trace), combination_(combination) {}

  Json rows() const {
    Json list = Json::array();
    for (std::size_t row = 0; row < combination_.rows.size(); ++row) {
      const sim::CombinationRow& entry = combination_.rows[row];
      Json json{{"row", row},
                {"array", combination_.array_of(row).name},
                {"memory", memory_word(combination_.array_of(row))},
                {"label", entry.label},
                {"launch", entry.launch + 1},
                {"initial", entry.initial}};
      if (entry.initial) json["values"] = initial_values(row);
      Json& writes = json["writes"] = Json::array();
      for (const sim::CombinationWrite& write : entry.writes) writes.push_back(write_json(row, write));
      list.push_back(std::move(json));
    }
    return list;
  }

  Json operations() const {
    Json list = Json::array();
    for (const sim::ExecutedOperation& operation : sim::executed_operations(trace_)) {
      list.push_back({{"position", operation.position},
                      {"line", trace_.range_at(operation.position).line},
                      {"work_item", sim::work_item_at(trace_, operation.position, operation.lane)},
                      {"left", operand(operation.left, operation.type)},
                      {"right", operand(operation.right, operation.type)},
                      {"result", value(operation.result, operation.type)}});
    }
    return list;
  }

  Json stale_reads() const {
    Json list = Json::array();
    for (const sim::StaleRead& read : combination_.stale_reads) {
      const sim::CombinationWrite* newer = combination_.write_before(read.row, read.cell, UINT64_MAX);
      const ElementType type = combination_.array_of(read.row).object.type;
      Json json{{"cell", cell_name(read.row, read.cell)},
                {"row", read.row},
                {"value", read.value.present ? value(read.value.bits, type) : Json(nullptr)},
                {"newer", newer == nullptr ? Json(nullptr) : value(newer->bits, type)},
                {"read_at", read.read},
                {"line", trace_.range_at(read.read).line},
                {"work_item", sim::work_item_at(trace_, read.read, read.lane)},
                {"used_in", cell_name(read.used_row, read.used_cell)},
                {"used_row", read.used_row},
                {"step", combination_.rows[read.used_row].label},
                {"used_at", read.used},
                {"finding", read.finding},
                {"sentence", sim::stale_words(trace_, combination_, read, UINT64_MAX)}};
      list.push_back(std::move(json));
    }
    return list;
  }

 private:
  static Json value(std::uint64_t bits, ElementType type) {
    return elements_to_json(std::as_bytes(std::span(&bits, 1)).first(size_bytes(type)), type)[0];
  }

  std::string cell_name(std::size_t row, std::uint64_t cell) const {
    const sim::CombinationArray& array = combination_.array_of(row);
    return array.name + "[" + std::to_string(array.index_of(cell)) + "]";
  }

  Json initial_values(std::size_t row) const {
    const sim::CombinationArray& array = combination_.array_of(row);
    Json list = Json::array();
    for (const sim::CombinationCell& cell : array.initial)
      list.push_back(value(cell.bits, array.object.type));
    return list;
  }

  Json write_json(std::size_t row, const sim::CombinationWrite& write) const {
    const sim::CombinationArray& array = combination_.array_of(row);
    Json json{{"cell", cell_name(row, write.cell)},
              {"value", value(write.bits, array.object.type)},
              {"inputs", trace_.provenance().label(write.provenance)},
              {"position", write.position},
              {"line", trace_.range_at(write.position).line},
              {"work_group", write.group},
              {"work_item", sim::work_item_at(trace_, write.position, write.lane)}};
    Json& sources = json["sources"] = Json::array();
    for (const sim::CombinationSource& source : combination_.sources_of(write))
      for (std::uint64_t i = 0; i < source.count; ++i) sources.push_back(source_json(source, i));
    return json;
  }

  Json source_json(const sim::CombinationSource& source, std::uint64_t index) const {
    const ElementType type = combination_.array_of(source.row).object.type;
    const sim::CombinationCell read = combination_.value_read(source, index);
    Json json{{"cell", cell_name(source.row, source.cell + index)},
              {"row", source.row},
              {"value", read.present ? value(read.bits, type) : Json(nullptr)},
              {"stale", source.is_stale()}};
    if (!source.is_stale()) return json;
    const sim::StaleRead& stale = combination_.stale_reads[source.stale];
    const sim::CombinationWrite* newer = combination_.write_before(stale.row, stale.cell, UINT64_MAX);
    if (newer != nullptr) json["newer"] = value(newer->bits, type);
    json["finding"] = stale.finding;
    return json;
  }

  Json operand(const sim::ExecutedOperand& operand, ElementType type) const {
    Json json{{"value", value(operand.bits, type)},
              {"inputs", trace_.provenance().label(operand.provenance)}};
    if (operand.origin)
      json["loaded"] = {{"cell", operand.origin->name}, {"position", operand.origin->position}};
    return json;
  }

  const sim::Trace& trace_;
  const sim::Combination& combination_;
};

Json host_call(const HostCall& call, const Plan& plan) {
  Json json{
      {"kind", host_call_name(call.kind)}, {"before_launch", call.before_launch + 1}, {"text", call.text}};
  if (!call.place.empty()) json["place"] = call.place;
  if (!call.names_buffer()) return json;
  json["buffer"] = plan.buffers[call.buffer].name;
  json["offset"] = call.offset;
  json["bytes"] = call.bytes;
  if (call.kind == HostCall::Kind::copy) json["source"] = plan.buffers[call.source].name;
  return json;
}

Json sentences(const sim::Trace& trace, const sim::Combination& combination, sim::Trace::Step step) {
  sim::Narrator narrator(trace, &combination);
  Json list = Json::array();
  for (std::uint64_t from = 0; from < trace.size(); from = trace.next(from, step)) {
    const sim::Moment& moment = trace.at(from).moment;
    list.push_back(
        {{"position", from},
         {"launch", moment.launch + 1},
         {"work_group", moment.group},
         {"line", trace.range_at(from).line},
         {"sentence", step == sim::Trace::Step::instruction ? narrator.moment(from) : narrator.line(from)}});
  }
  list.push_back({{"position", trace.size()}, {"sentence", narrator.moment(trace.size())}});
  return list;
}

}  // namespace

std::string trace_json(const sim::Trace& trace, sim::Trace::Step step, const sim::RunVerdict& verdict) {
  const Plan& plan = trace.plan();
  const sim::Combination combination = sim::prepare_combination(trace);
  const TraceJson parts(trace, combination);
  Json json{{"kernel", plan.id},
            {"n", plan.n},
            {"group_size", plan.group_size},
            {"model", trace.model().name},
            {"schedule", to_string(trace.schedule().lanes)},
            {"order", to_string(trace.schedule().order)},
            {"moments", trace.size()},
            {"rows", parts.rows()},
            {"operations", parts.operations()},
            {"stale_reads", parts.stale_reads()},
            {"steps", sentences(trace, combination, step)}};
  for (const HostCall& call : plan.host_calls) json["host_calls"].push_back(host_call(call, plan));
  Json& findings = json["findings"] = Json::array();
  for (const sim::Finding& finding : trace.findings()) findings.push_back(to_json(finding));
  add_verdict(json, verdict);
  return json_text(json);
}

}  // namespace lockstep::cli
