// hardware_plans [N L]…: prints the plans of the whole catalogue and their sources as one JSON array, for
// make_cuda.py.
#include <fmt/format.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "core/catalogue/algorithm.hpp"
#include "sim/machine/state/limits.hpp"

namespace {

using namespace lockstep;
using Json = nlohmann::ordered_json;

void add_plans(Json& all, std::uint64_t n, std::uint64_t group_size) {
  PlanRequest request;
  request.n = n;
  request.group_size = group_size;
  request.limits = sim::limits_of(**sim::find_device_model("cc9.0"));
  for (const Algorithm& algorithm : catalogue()) {
    const KernelSource source = load_kernel(algorithm, "").value();
    const auto plan = make_plan(algorithm, request, source);
    if (!plan) continue;  // this algorithm does not support this size
    Json json = Json::parse(to_json(*plan));
    json["text"] = source.text;
    all.push_back(std::move(json));
  }
}

}  // namespace

int main(int argument_count, char** arguments) {
  Json all = Json::array();
  if (argument_count < 3) add_plans(all, 4096, 256);
  for (int i = 1; i + 1 < argument_count; i += 2)
    add_plans(all, std::strtoull(arguments[i], nullptr, 10), std::strtoull(arguments[i + 1], nullptr, 10));
  fmt::print("{}\n", all.dump(1));
  return 0;
}
