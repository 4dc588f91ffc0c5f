// lockstep-mpi-devices is started by `lockstep bench --mpi`, once for each rank (core/ranks/ranks.hpp
// describes the protocol). Its argument lists the devices that are assigned to the ranks of a machine in
// turn: "all", or numbers separated by commas.
#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "core/base/process.hpp"
#include "core/base/termination_message.hpp"
#include "core/bench/worker/messages.hpp"
#include "core/opencl/devices.hpp"
#include "core/opencl/driver/quirks.hpp"
#include "core/ranks/places.hpp"
#include "core/ranks/program/rank_row.hpp"

namespace lockstep::ranks {
namespace {

Result<measure::Device> own_device(const World& world, const std::string& words) {
  opencl::prepare_environment();
  const auto devices = opencl::list_devices();
  if (!devices) return tl::unexpected(devices.error());
  if (words == "all") return (*devices)[world.local_rank() % devices->size()];
  std::vector<std::size_t> numbers;
  std::istringstream list(words);
  for (std::string word; std::getline(list, word, ',');) numbers.push_back(std::stoul(word));
  if (numbers.empty()) return usage_error("The list of devices must name at least one device.");
  return measure::device_of(*devices, numbers[world.local_rank() % numbers.size()]);
}

class Rank {
 public:
  Rank(const World& world, Parent& parent) : world_(world), parent_(parent) {}

  bool find_device(const std::string& words) {
    const auto device = own_device(world_, words);
    const auto agreed = world_.agree(device.map([](const measure::Device&) {}));
    if (!agreed) {
      say(places_line(tl::unexpected(agreed.error())));
      return false;
    }
    device_ = *device;
    Result<std::vector<RankPlace>> places;
    for (const std::string& line : world_.all(place_line({world_.rank(), world_.host(), device_}))) {
      auto place = read_place(line);
      if (!place)
        places = tl::unexpected(place.error());
      else if (places)
        places->push_back(*std::move(place));
    }
    say(places_line(places));
    return true;
  }

  void serve() {
    while (true) {
      const std::string line = world_.from_first(world_.is_first() ? next_request() : "");
      if (line.empty()) return;
      answer(line);
    }
  }

 private:
  std::string next_request() {
    const WaitsForOthers waits;
    return parent_.read_line().value_or("");
  }

  void say(const std::string& line) const {
    if (world_.is_first()) static_cast<void>(parent_.write_line(line));
  }
  void say(const bench::WorkerAnswer& answer) const { say(answer_line(answer)); }

  void answer(const std::string& line) const {
    const auto job = bench::read_job(line);
    if (job.unreadable) return say({.error = job.unreadable});
    if (!job.request) return say({.error = Error{Error::Kind::usage, "The request must name a row."}});
    measure::RunOptions options;
    options.repetitions = job.repetitions;
    options.warm_ups = job.warm_ups;
    if (world_.is_first())
      options.on_progress = [this](const measure::Progress& progress) { say({.progress = progress}); };
    say({.row = run_row_on_ranks(world_, device_, *job.request, job.ranks == 0 ? world_.size() : job.ranks,
                                 options)});
  }

  const World& world_;
  Parent& parent_;
  measure::Device device_;
};

}  // namespace
}  // namespace lockstep::ranks

int main(int argument_count, char** arguments) {
  lockstep::Parent parent;  // output of a driver must not mix with the lines
  lockstep::ranks::World world(argument_count, arguments);
  lockstep::ranks::Rank rank(world, parent);
  if (!rank.find_device(argument_count > 1 ? arguments[1] : "all")) return 1;
  rank.serve();
  return 0;
}
