#include "cli/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <tuple>

#include "cli/number_option.hpp"
#include "core/base/text/text.hpp"
#include "core/plan/input.hpp"
#include "core/plan/input_words.hpp"
#include "core/plan/typed_values.hpp"
#include "sim/machine/state/limits.hpp"

namespace lockstep::cli {

void ScheduleOptions::add_to(CLI::App& app) {
  app.add_option("--schedule", lanes,
                 "Lanes of a warp: lockstep, or independent (each lane runs on its own between barriers, "
                 "as devices since Volta may do)")
      ->capture_default_str()
      ->each([this](const std::string&) { is_given = true; });
  app.add_option("--order", order,
                 "Order of warps and work-groups: fixed, random:SEED, or adversarial (exposes results that "
                 "depend on the order)")
      ->capture_default_str()
      ->each([this](const std::string&) { is_given = true; });
}

Result<sim::Schedule> parse_schedule(const ScheduleOptions& options) {
  const Result<sim::LaneSchedule> lanes = sim::parse_lane_schedule(options.lanes);
  if (!lanes) return tl::unexpected(lanes.error());
  const Result<sim::ExecutionOrder> order = sim::parse_execution_order(options.order);
  if (!order) return tl::unexpected(order.error());
  return sim::Schedule{*lanes, *order};
}

std::string schedule_text(const sim::Schedule& schedule) {
  std::string text;
  if (schedule.lanes == sim::LaneSchedule::independent) text += " · independent lanes";
  if (schedule.order != sim::ExecutionOrder{}) text += fmt::format(" · order {}", to_string(schedule.order));
  return text;
}

std::string schedule_note(const sim::Schedule& schedule) {
  if (schedule.lanes == sim::LaneSchedule::lockstep) return {};
  return "Independent lanes do not execute as warps: the costs of warps are counted with --schedule lockstep "
         "only.\n";
}

namespace {

constexpr std::uint64_t kMaxGroup = 1u << 20;  // far above the limit of any device

Result<PatternOptions> parse_pattern_options(const PatternRequestOptions& options) {
  PatternOptions pattern;
  const std::tuple<const char*, const std::string&, std::uint64_t&> all[] = {
      {"--mask", options.mask, pattern.mask_width},
      {"--columns", options.columns, pattern.columns},
      {"--tile", options.tile, pattern.tile},
      {"--bins", options.bins, pattern.bins},
      {"--bit", options.bit, pattern.bit},
      {"--keep-above", options.keep_above, pattern.keep_above},
      {"--segment", options.segment, pattern.segment},
      {"--by-keys", options.by_keys, pattern.by_keys},
      {"--key-bits", options.key_bits, pattern.key_bits}};
  for (const auto& [name, text, value] : all) {
    const Result<std::uint64_t> count = read_whole(name, text, {0, kMaxElements});
    if (!count) return tl::unexpected(count.error());
    value = *count;
  }
  return pattern;
}

Error unknown(const std::string& option, const std::string& text, const std::string& choices) {
  return {Error::Kind::usage, fmt::format("{} {}: choose one of {}", option, text, choices)};
}

}  // namespace

void PatternRequestOptions::add_to(CLI::App& app) {
  app.add_option("--mask", mask, "Convolutions: width of the mask, odd, at most 33")->capture_default_str();
  app.add_option("--columns", columns, "Matrices: elements of a row; 0: as square as n allows")
      ->capture_default_str();
  app.add_option("--tile", tile,
                 "Tiles: outputs of a work-group, in each dimension; 0: chosen by the work-group")
      ->capture_default_str();
  app.add_option("--bins", bins, "Histograms: number of bins")->capture_default_str();
  app.add_option("--bit", bit, "Split, partition: the bit to split by")->capture_default_str();
  app.add_option("--keep-above", keep_above, "Compaction: greater elements are kept")->capture_default_str();
  app.add_option("--segment", segment, "Segmented scans: elements of a segment, on average")
      ->capture_default_str();
  app.add_option(
         "--by-keys", by_keys,
         "Segmented scans: 1: consecutive equal keys form a segment; 0: flags mark where segments begin")
      ->capture_default_str();
  app.add_option("--key-bits", key_bits, "Radix sorts: bits to sort by, from the lowest on; 0: all")
      ->capture_default_str();
}

bool RequestOptions::is_typed(const std::string& option) const {
  return read_by != nullptr && read_by->count(option) != 0;
}

void RequestOptions::add_to(CLI::App& app, Target target) {
  read_by = &app;
  app.add_option("--n", n, "Number of elements; Ki, Mi and Gi may follow")
      ->capture_default_str()
      ->each([this](const std::string&) { is_n_given = true; });
  app.add_option("--group", group, "Work-group size L")->capture_default_str();
  app.add_option("--op", op,
                 "sum, product, min, max; or, not commutative: digits (31 and 7 are 317), matrix (2×2, of "
                 "type ushort4)")
      ->capture_default_str();
  app.add_option("--type", type,
                 "Element type: int, uint, float, long, ulong, double …; ushort4 with --op matrix")
      ->capture_default_str()
      ->each([this](const std::string&) { is_type_given = true; });
  app.add_option("--input", input,
                 fmt::format("random, fractions, ones, iota, alternating, one-huge, or values: {}",
                             kTypedValuesWords))
      ->capture_default_str();
  app.add_option("--seed", seed, "Seed of a random input: different seeds give different numbers")
      ->transform(whole_number(0, UINT64_MAX))
      ->capture_default_str();
  if (target == Target::simulator) {
    model.add_to(app);
    schedule.add_to(app);
  }
  app.add_option("--kernel-dir", kernel_dir,
                 "Read kernel files from this folder instead of the built-in ones");
  app.add_flag("--exclusive", exclusive, "Exclusive scans");
  pattern.add_to(app);
}

void ModelOption::add_to(CLI::App& app) {
  app.add_option("--model", name, "Device model: cc9.0, cc2.0, hopper, fermi …")
      ->capture_default_str()
      ->each([this](const std::string&) { is_given = true; });
}

Result<const sim::DeviceModel*> ModelOption::find() const { return sim::find_device_model(name); }

Result<Request> parse_request(const RequestOptions& options) {
  Request request;
  const Result<std::uint64_t> n = read_whole("--n", options.n, {1, kMaxElements});
  if (!n) return tl::unexpected(n.error());
  const Result<std::uint64_t> group = read_whole("--group", options.group, {1, kMaxGroup});
  if (!group) return tl::unexpected(group.error());
  const Result<const sim::DeviceModel*> model = options.model.find();
  if (!model) return tl::unexpected(model.error());
  const Result<sim::Schedule> schedule = parse_schedule(options.schedule);
  if (!schedule) return tl::unexpected(schedule.error());
  const std::optional<Operator> op = parse_operator(options.op);
  if (!op) return tl::unexpected(unknown("--op", options.op, "sum, product, min, max, digits, matrix"));
  const bool is_implied = op == Operator::matrix && !options.is_type_given;
  const std::optional<ElementType> type =
      is_implied ? ElementType::uint16x4 : parse_element_type(options.type);
  if (!type)
    return tl::unexpected(
        unknown("--type", options.type,
                "char, uchar, short, ushort, int, uint, long, ulong, float, double, ushort4"));
  const Result<PatternOptions> pattern = parse_pattern_options(options.pattern);
  if (!pattern) return tl::unexpected(pattern.error());
  request.plan.n = *n;
  std::optional<Content> input = parse_input(options.input);
  if (looks_typed(options.input)) {
    const Result<TypedValues> typed = parse_typed_values(options.input, *type);
    if (!typed) return usage_error(fmt::format("--input: {}", typed.error().message));
    if (options.is_n_given && *n != typed->count)
      return usage_error(
          fmt::format("--n {}: --input has {}; leave out --n", options.n, plural(typed->count, "value")));
    input = typed->content;
    request.plan.n = typed->count;
  }
  if (!input)
    return tl::unexpected(unknown("--input", options.input,
                                  "random, fractions, ones, iota, alternating, one-huge, or write "
                                  "values: 3,1,7,0,4,1,6,3"));
  input->seed = options.seed;
  request.plan.group_size = *group;
  request.plan.op = *op;
  request.plan.type = *type;
  request.plan.exclusive = options.exclusive;
  request.plan.input = *input;
  request.plan.pattern = *pattern;
  request.plan.limits = sim::limits_of(**model);
  request.model = *model;
  request.schedule = *schedule;
  request.kernel_dir = options.kernel_dir;
  return request;
}

void LaunchArguments::add_to(CLI::App& app) {
  app.add_option(
      "ARG", arguments,
      "Arguments of a kernel file in the kernel's order: buffer:TYPE:COUNT=FILL[:dump], local:BYTES, "
      "scalar:TYPE=VALUE, image:ORDER:TYPE:SIZE=FILL[:dump], sampler:WORD,WORD, null. :dump prints the "
      "buffer "
      "after the run, :dump=FILE.csv writes it. FILL: " +
          std::string(kFillWords));
  app.add_option("--kernel", kernel, "Kernel to run; not needed when the file has only one");
  app.add_option("--global", global_size, "Work-items of a kernel file: X, X,Y or X,Y,Z");
  app.add_option("--local", local_size,
                 "Work-items of a work-group: X, X,Y or X,Y,Z; chosen when it is missing");
  app.add_option("--offset", global_offset,
                 "Added to get_global_id(): X, X,Y or X,Y,Z; 0 when it is missing");
  add_build_to(app);
}

void LaunchArguments::add_build_to(CLI::App& app) {
  app.add_option("--options,--build-options", build_options,
                 "Build options of a file, such as \"-cl-std=CL2.0 -D N=4\"");
  app.add_option("-D", definitions, "A macro for the kernel file: -DN=4")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("-I", include_dirs, "A folder of files that the kernel file includes")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void LaunchArguments::add_expected_to(CLI::App& app) {
  app.add_option(
         "--expect", expected,
         "Expected result: sum, product, min, max, group-sum (one for each work-group), inclusive, "
         "exclusive, transpose, sort, @FILE or VALUES; with names of buffers out=sum:in. Without names the "
         "result is the first buffer with :dump, and the input the first one with contents")
      ->option_text("WHAT");
}

}  // namespace lockstep::cli
