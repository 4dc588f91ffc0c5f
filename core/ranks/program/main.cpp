// lockstep-mpi-devices: started by `lockstep bench --mpi`, once for each rank (core/ranks/ranks.hpp has the
// protocol). Its argument names the devices that the ranks of a machine take in turn: "all", or numbers with
// commas.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/base/last_words.hpp"
#include "core/base/process.hpp"
#include "core/base/text/json.hpp"
#include "core/bench/worker/words.hpp"
#include "core/measure/request_json.hpp"
#include "core/measure/row_json.hpp"
#include "core/opencl/devices.hpp"
#include "core/opencl/driver/quirks.hpp"
#include "core/ranks/program/rank_row.hpp"

namespace lockstep::ranks {
namespace {

using Json = nlohmann::ordered_json;

Result<measure::Device> own_device(const World& world, const std::string& words) {
  opencl::prepare_environment();
  const auto devices = opencl::list_devices();
  if (!devices) return tl::unexpected(devices.error());
  if (words == "all") return (*devices)[world.local_rank() % devices->size()];
  std::vector<std::size_t> numbers;
  std::istringstream list(words);
  for (std::string word; std::getline(list, word, ',');) numbers.push_back(std::stoul(word));
  if (numbers.empty()) return usage_error("No device was named.");
  return measure::device_of(*devices, numbers[world.local_rank() % numbers.size()]);
}

class Rank {
 public:
  Rank(const World& world, Parent& parent) : world_(world), parent_(parent) {}

  bool find_device(const std::string& words) {
    const auto device = own_device(world_, words);
    const auto agreed = world_.agree(device.map([](const measure::Device&) {}));
    if (!agreed) {
      say(bench::error_json(agreed.error()));
      return false;
    }
    device_ = *device;
    Json ranks = Json::array();
    for (const std::string& text : world_.all(json_line(
             {{"rank", world_.rank()}, {"host", world_.host()}, {"device", measure::device_json(device_)}})))
      ranks.push_back(parse_json_line(text));
    say({{"ranks", std::move(ranks)}});
    return true;
  }

  void serve() {
    while (true) {
      const std::string line = world_.from_first(world_.is_first() ? next_request() : "");
      if (line.empty()) return;
      answer(parse_json_line(line));
    }
  }

 private:
  std::string next_request() {
    const WaitsForOthers waits;
    return parent_.read_line().value_or("");
  }

  void say(const Json& json) const {
    if (world_.is_first()) static_cast<void>(parent_.write_line(json_line(json)));
  }

  void answer(const Json& asked) const {
    auto request = measure::read_request(asked.value("request", Json::object()));
    if (!request) return say(bench::error_json(request.error()));
    request->split = measure::parse_split(asked.value("split", "")).value_or(request->split);
    measure::RunOptions options;
    options.repetitions = asked.value("repetitions", options.repetitions);
    options.warm_ups = asked.value("warm_ups", options.warm_ups);
    if (world_.is_first())
      options.on_progress = [this](const measure::Progress& progress) {
        say({{"progress", measure::progress_json(progress)}});
      };
    const measure::BenchRow row =
        run_row_on_ranks(world_, device_, *request, asked.value("ranks", world_.size()), options);
    say({{"row", measure::row_json(row)}});
  }

  const World& world_;
  Parent& parent_;
  measure::Device device_;
};

}  // namespace
}  // namespace lockstep::ranks

int main(int argument_count, char** arguments) {
  lockstep::Parent parent;  // a driver's own words must not mix with the lines
  lockstep::ranks::World world(argument_count, arguments);
  lockstep::ranks::Rank rank(world, parent);
  if (!rank.find_device(argument_count > 1 ? arguments[1] : "all")) return 1;
  rank.serve();
  return 0;
}
