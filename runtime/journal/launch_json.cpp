#include "runtime/journal/launch_json.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/recording/image_json.hpp"
#include "runtime/commands/launch.hpp"
#include "sim/observers/json.hpp"

namespace lockstep::runtime {
namespace {

using Json = nlohmann::ordered_json;

Json extents(const std::array<std::uint64_t, 3>& sizes, unsigned dimensions) {
  return std::vector<std::uint64_t>(sizes.begin(), sizes.begin() + dimensions);
}

Json argument_json(const ArgumentValue& value) {
  if (const auto* local = std::get_if<LocalValue>(&value)) return {{"local_bytes", local->bytes}};
  if (const auto* plain = std::get_if<PlainValue>(&value)) {
    Json bytes = Json::array();
    for (const std::byte byte : plain->bytes) bytes.push_back(std::to_integer<unsigned>(byte));
    return {{"value", std::move(bytes)}};
  }
  if (const auto* sampler = std::get_if<SamplerValue>(&value)) return {{"sampler", sampler->bits}};
  const std::shared_ptr<_cl_mem>& memory = std::get<MemoryValue>(value).memory;
  if (!memory) return {{"null", true}};
  Json json{{"buffer", memory->storage->number}};
  if (memory->parent) {
    json.update({{"offset", memory->offset}, {"bytes", memory->size}});
    if (memory->image) json["image"] = image_json(memory->image->texels);
    return json;
  }
  if ((memory->flags & CL_MEM_READ_ONLY) != 0) json["access"] = "read only";
  if ((memory->flags & CL_MEM_WRITE_ONLY) != 0) json["access"] = "write only";
  return json;
}

Json parameter_json(const sim::Parameter& parameter) {
  return {{"name", parameter.name},
          {"type", parameter.type_name},
          {"element", opencl_name(parameter.type)},
          {"const", parameter.is_const}};
}

}  // namespace

Json launch_json(const Launch& launch) {
  Json arguments = Json::array(), parameters = Json::array();
  for (const ArgumentValue& value : launch.arguments) arguments.push_back(argument_json(value));
  for (const sim::Parameter& parameter : launch.code->find_kernel(launch.kernel)->parameters)
    parameters.push_back(parameter_json(parameter));
  const NdRange& range = launch.range;
  return {{"event", "launch"},
          {"call", launch.call},
          {"kernel", launch.kernel},
          {"model", launch.device->model.name},
          {"global", extents(range.global_size, range.dimensions)},
          {"local", extents(range.local_size, range.dimensions)},
          {"offset", extents(range.global_offset, range.dimensions)},
          {"parameters", std::move(parameters)},
          {"arguments", std::move(arguments)}};
}

Json result_json(const Launch& launch, const sim::CountedRun& run) {
  Json findings = Json::array();
  for (const sim::Finding& finding : run.findings) findings.push_back(sim::finding_json(finding));
  return {{"event", "result"},
          {"kernel", launch.kernel},
          {"counters", sim::counters_json(run.total)},
          {"findings", std::move(findings)},
          {"ended_early", run.early_end != sim::EarlyEnd::none}};
}

std::vector<std::string> finding_lines(const Launch& launch, const sim::CountedRun& run, std::size_t number) {
  std::vector<std::string> lines;
  for (const sim::Finding& finding : run.findings)
    lines.push_back(fmt::format("launch {} of kernel {}, {}:{}: {}: {}", number, launch.kernel,
                                launch.program->name, finding.first.range.line, sim::kind_name(finding.kind),
                                finding.message));
  return lines;
}

}  // namespace lockstep::runtime
