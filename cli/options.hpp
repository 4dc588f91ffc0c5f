// Options that several subcommands share. They define the plan of an algorithm and the simulated device.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/base/text/checked_number.hpp"
#include "core/catalogue/algorithm.hpp"
#include "sim/device_models/device_model.hpp"
#include "sim/launch/prepared_run.hpp"
#include "sim/machine/schedule/schedule.hpp"

namespace CLI {
class App;
}

namespace lockstep::cli {

// The options --schedule and --order.
struct ScheduleOptions {
  std::string lanes = "lockstep";
  std::string order = "fixed";
  bool is_given = false;

  void add_to(CLI::App& app);
};

Result<sim::Schedule> parse_schedule(const ScheduleOptions& options);

// Describes a schedule for a heading: " · independent lanes · order random:7"; "" for lockstep and the
// fixed order.
std::string schedule_text(const sim::Schedule& schedule);
// Explains why counters are missing; "" for lockstep.
std::string schedule_note(const sim::Schedule& schedule);

// The option --model.
struct ModelOption {
  std::string name = "cc9.0";
  bool is_given = false;

  void add_to(CLI::App& app);
  Result<const sim::DeviceModel*> find() const;
};

// The options of patterns as typed text, which parse_request() checks.
struct PatternRequestOptions {
  std::string mask = "5";
  std::string columns = "0";
  std::string tile = "0";
  std::string bins = "16";
  std::string bit = "0";
  std::string keep_above = "4";
  std::string segment = "8";
  std::string by_keys = "0";
  std::string key_bits = "0";
  void add_to(CLI::App& app);
};

// The options of a request as typed text, which parse_request() checks.
struct RequestOptions {
  std::string n = "4096";
  bool is_n_given = false;  // false: the number of typed values determines n
  std::string group = "256";
  std::string op = "sum";
  std::string type = "int";
  bool is_type_given = false;  // false: the operator matrix determines the type
  std::string input = "random";
  std::uint64_t seed = 1;
  ModelOption model;
  std::string kernel_dir;
  bool exclusive = false;
  ScheduleOptions schedule;
  PatternRequestOptions pattern;
  const CLI::App* read_by = nullptr;  // the command line that was read; null: no options were typed
  bool is_typed(const std::string& option) const;

  // The target of a request. A real device has neither a device model nor a schedule.
  enum class Target { simulator, device };
  void add_to(CLI::App& app, Target target = Target::simulator);
};

struct Request {
  PlanRequest plan;
  const sim::DeviceModel* model = nullptr;
  sim::Schedule schedule;
  std::string kernel_dir;
  std::string target;                          // the target, if there is exactly one
  std::optional<sim::PreparedRun> recorded{};  // the target, if it is a recording
};

Result<Request> parse_request(const RequestOptions& options);

// The option --device: the number of a device as listed by `lockstep devices`.
inline constexpr std::uint64_t kMaxDevices = 1023;
inline constexpr const char* kDeviceNote = "`lockstep devices` lists them";

// The launch of a kernel file as typed text.
struct LaunchArguments {
  std::vector<std::string> arguments;
  std::string kernel;
  std::string global_size;
  std::string local_size;
  std::string global_offset;
  std::string build_options;
  std::vector<std::string> definitions;   // arguments of -D
  std::vector<std::string> include_dirs;  // arguments of -I
  std::string expected;                   // argument of --expect

  void add_to(CLI::App& app);
  void add_build_to(CLI::App& app);  // --options, -D and -I
  void add_expected_to(CLI::App& app);
};

}  // namespace lockstep::cli
