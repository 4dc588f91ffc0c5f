#include "sim/launch/proposal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <utility>

#include "core/base/text/text.hpp"
#include "core/plan/sizes_text.hpp"
#include "sim/bytecode/image.hpp"
#include "sim/compiler/compile.hpp"
#include "sim/launch/argument_fit.hpp"
#include "sim/launch/arguments.hpp"
#include "sim/launch/compiled_machine.hpp"
#include "sim/launch/described_plan.hpp"
#include "sim/launch/extent_probe.hpp"
#include "sim/launch/group_sizes.hpp"
#include "sim/launch/kernel_uses.hpp"
#include "sim/launch/value_types.hpp"
#include "sim/machine/machine.hpp"
#include "sim/machine/state/run_watch.hpp"

namespace lockstep::sim {
namespace {

// The factor by which the buffers of the trial run exceed their probable size.
constexpr std::uint64_t kRoomToSpare = 4;
constexpr std::uint64_t kProposalMostElements = std::uint64_t{1} << 18;
constexpr std::uint64_t kTrialSteps = 200'000;  // the limit of the trial run, which takes a few milliseconds

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

class Proposer {
 public:
  Proposer(const KernelSource& source, const std::string& options, const Program& program,
           const Kernel& kernel, const DeviceModel& model, const LaunchGuess& guess)
      : source_(source),
        program_(program),
        kernel_(kernel),
        model_(model),
        guess_(guess),
        uses_(uses_of(program, kernel)) {
    result_.file = source.path;
    result_.options = options;
  }

  LaunchDescription propose() {
    DescribedLaunch launch;
    launch.kernel = kernel_.name;
    launch.range = range();
    items_ = 1;
    for (const std::uint64_t size : launch.range.global_size) items_ *= size;
    room_ = guess_.has_matrices ? kRoomToSpare * items_ : kRoomToSpare;
    for (std::size_t p = 0; p < kernel_.parameters.size(); ++p)
      launch.arguments.push_back(argument(p, launch.range));
    result_.launches.push_back(std::move(launch));
    fit();
    return std::move(result_);
  }

 private:
  // Returns the largest number of rows of a matrix in local memory (or, if `is_matrix` is false, of elements
  // of an array), because tiles are often as large as work-groups.
  std::uint64_t local_row(bool is_matrix) const {
    std::uint64_t row = 0;
    const auto index = static_cast<std::uint32_t>(&kernel_ - program_.kernels.data());
    for (const LocalVariable& variable : program_.local_variables) {
      if (!variable.is_of(index) || variable.shape == 0) continue;
      const TypeShape& shape = program_.shapes[variable.shape];
      if (shape.kind != TypeShape::Kind::array) continue;
      const TypeShape& part = program_.shapes[shape.element];
      // The number of rows is used, because a padded row has one more element than there are rows.
      if (is_matrix == (part.kind == TypeShape::Kind::array)) row = std::max(row, shape.count);
    }
    return row;
  }

  // Returns the number of elements in the largest array in local memory; 0 if there is no such array.
  std::uint64_t tile_elements() const {
    const auto index = static_cast<std::uint32_t>(&kernel_ - program_.kernels.data());
    std::uint64_t most = 0;
    for (const LocalVariable& variable : program_.local_variables)
      if (variable.is_of(index)) most = std::max(most, variable.bytes / size_bytes(variable.type));
    return most;
  }

  // Sets the guessed work-group size, which is as close to a square as powers of two permit. Returns false if
  // there is no possible guess.
  bool take_guessed_group(NdRange& range) const {
    const std::uint64_t elements = guess_.follows_tile ? tile_elements() : guess_.group_items;
    if (elements < 2 || elements > model_.max_group_size || !std::has_single_bit(elements) ||
        kernel_.required_group_size[0] != 0)
      return false;
    // thread_rank() of a cooperative group reads all three ids, even in a one-dimensional launch.
    if (range.dimensions > 2) range.dimensions = 1;

    const int bits = std::countr_zero(elements);
    const int across = range.dimensions == 1 ? bits : (bits + 1) / 2 + (guess_.is_wide && bits > 2 ? 1 : 0);
    range.local_size = {std::uint64_t{1} << across, std::uint64_t{1} << (bits - across), 1};
    for (unsigned d = 0; d < 2; ++d)
      range.global_size[d] = range.local_size[d] * (d < range.dimensions ? guess_.groups : 1);
    return true;
  }

  // Uses the host program's grid. Returns false if the grid is not known or too large to run.
  bool take_host_range(NdRange& range) const {
    if (guess_.host == nullptr || !guess_.host->block || kernel_.required_group_size[0] != 0) return false;
    const auto& block = *guess_.host->block;
    const auto grid = guess_.host->grid.value_or(std::array<std::uint64_t, 3>{2, 1, 1});
    std::uint64_t items = 1;
    for (const auto& sizes : {block, grid})
      for (const std::uint64_t size : sizes) {
        if (size == 0 || size > kProposalMostElements / items) return false;
        items *= size;
      }
    if (block[0] * block[1] * block[2] > model_.max_group_size) return false;
    for (unsigned d = 0; d < 3; ++d) {
      range.local_size[d] = block[d];
      range.global_size[d] = grid[d] * block[d];
      if (range.global_size[d] > 1) range.dimensions = std::max(range.dimensions, d + 1);
    }
    return true;
  }

  const language::HostArgument* host_argument(std::size_t index) const {
    const bool is_known = guess_.host != nullptr && index < guess_.host->arguments.size();
    return is_known ? &guess_.host->arguments[index] : nullptr;
  }

  // Returns the number of elements that the host program allocates; 0 if the number is unknown or too large.
  std::uint64_t host_elements(std::size_t index) const {
    const language::HostArgument* host = host_argument(index);
    const Parameter& parameter = kernel_.parameters[index];
    if (host == nullptr || !host->buffer_bytes) return 0;
    const std::uint64_t element = parameter.is_record ? 1 : size_bytes(parameter.type) * parameter.count;
    const std::uint64_t elements = *host->buffer_bytes / element;
    return elements <= kProposalMostElements * kRoomToSpare ? elements : 0;
  }

  NdRange range() const {
    NdRange range;
    range.dimensions = uses_.dimensions;
    if (take_host_range(range) || take_guessed_group(range)) return range;
    constexpr std::uint64_t kUsual[] = {16, 4, 2};
    const std::uint64_t row = local_row(range.dimensions > 1);
    const std::uint64_t most = range.dimensions == 1 ? 256 : 16;
    const bool follows_row = row > 1 && row <= most && std::has_single_bit(row);
    for (unsigned d = 0; d < range.dimensions; ++d) {
      const std::uint32_t required = kernel_.required_group_size[d];
      range.local_size[d] = required != 0          ? required
                            : follows_row && d < 2 ? row
                                                   : kUsual[range.dimensions - 1];
      range.global_size[d] =
          range.local_size[d] * (range.local_size[d] > 64 || range.dimensions == 3 ? 2 : 4);
    }
    // Work-groups as large as a tile exceed the default size, so the grid has only two work-groups
    // per dimension.
    if (range.dimensions == 2 && range.local_size[0] >= 8)
      for (unsigned d = 0; d < 2; ++d) range.global_size[d] = 2 * range.local_size[d];
    return range;
  }

  DescribedArgument argument(std::size_t index, const NdRange& range) {
    const Parameter& parameter = kernel_.parameters[index];
    DescribedArgument argument;
    switch (parameter.kind) {
      case Parameter::Kind::global_buffer:
      case Parameter::Kind::constant_buffer:
        argument.buffer = add_buffer(index);
        break;
      case Parameter::Kind::local_buffer:
        argument.kind = DescribedArgument::Kind::local;
        argument.local_bytes = guess_.host != nullptr && guess_.host->shared_bytes.value_or(0) != 0
                                   ? *guess_.host->shared_bytes
                                   : local_room(one_each(parameter, range));
        break;
      case Parameter::Kind::value:
        argument.kind = DescribedArgument::Kind::scalar;
        argument.type = value_type_of(parameter).name();
        argument.value = host_argument(index) != nullptr && host_argument(index)->integer
                             ? std::to_string(*host_argument(index)->integer)
                             : value(parameter, range);
        break;
      case Parameter::Kind::image:
        argument.buffer = add_image(index, range);
        break;
      case Parameter::Kind::sampler:
        argument.kind = DescribedArgument::Kind::scalar;
        argument.type = "sampler_t";
        argument.value = "nearest,clamp-to-edge";
        break;
      case Parameter::Kind::structure:
        argument.kind = DescribedArgument::Kind::scalar;
        argument.type = "uchar";
        for (std::uint32_t i = 0; i < parameter.bytes; ++i) argument.value += i == 0 ? "0" : ",0";
        break;
    }
    return argument;
  }

  // Returns the channel type that the kernel's read_image… and write_image… calls use.
  std::string channel_type(const Parameter& parameter) const {
    for (const Instruction& it : program_.code) {
      if (it.op != Opcode::image) continue;
      const ImageOperation operation = image_operation(it.imm);
      if (operation.kind == ImageOperation::Kind::query || operation.image != parameter.image) continue;
      if (it.type == LaneType::int32) return "signed_int32";
      if (it.type == LaneType::uint32) return "unsigned_int32";
    }
    return "float";
  }

  // Adds an image. It has one texel for each work-item if it has as many dimensions as the launch.
  std::string add_image(std::size_t index, const NdRange& range) {
    const Parameter& parameter = kernel_.parameters[index];
    const unsigned coordinates = coordinates_of(parameter.image);
    const std::array<std::uint64_t, 3> usual{coordinates == 1 ? 64u : 16u, 16, 4};
    const auto& sizes = coordinates == range.dimensions ? range.global_size : usual;
    DescribedBuffer buffer;
    buffer.name = buffer_name(kernel_, index);
    buffer.type =
        fmt::format("image:rgba:{}:{}", channel_type(parameter), sizes_text(sizes, coordinates, "x"));
    const ParameterUse& use = uses_.parameters[index];
    buffer.fill = use.reads || !use.is_written() ? "iota" : "";
    result_.buffers.push_back(buffer);
    return buffer.name;
  }

  // Returns whether a fill can be used for the buffer. A list must have as many numbers as the buffer
  // has elements.
  static bool fits(const std::string& fill, const DescribedBuffer& buffer) {
    const auto commas = static_cast<std::uint64_t>(std::ranges::count(fill, ','));
    return !fill.empty() && (commas == 0 || commas + 1 == buffer.count);
  }

  std::string add_buffer(std::size_t index) {
    const Parameter& parameter = kernel_.parameters[index];
    const ParameterUse& use = uses_.parameters[index];
    DescribedBuffer buffer;
    buffer.name = buffer_name(kernel_, index);
    buffer.type = value_type_of(parameter).name();
    buffer.count = std::min(room_ * std::max<std::uint64_t>(items_, 64), kProposalMostElements) *
                   record_bytes(parameter);
    const bool is_read = use.reads || !use.is_written();
    buffer.fill = is_read       ? (is_floating(parameter.type) ? "random:1" : guess_.integers)
                  : use.atomics ? "0"
                                : "";
    if (is_read && parameter.is_record) buffer.fill = "0";
    if (const std::uint64_t known = host_elements(index); known != 0) buffer.count = known;
    if (const language::HostArgument* host = host_argument(index);
        host != nullptr && fits(host->fill, buffer))
      buffer.fill = host->fill;
    result_.buffers.push_back(buffer);
    return buffer.name;
  }

  // Returns the size of the structure to which the parameter points; 1 if the parameter does not point to
  // a structure.
  std::uint64_t record_bytes(const Parameter& parameter) const {
    const bool is_known = parameter.is_record && parameter.shape < program_.shapes.size();
    return is_known ? std::max<std::uint64_t>(program_.shapes[parameter.shape].bytes, 1) : 1;
  }

  // Returns the number of bytes of local memory for one element per work-item of a group.
  std::uint64_t one_each(const Parameter& parameter, const NdRange& range) const {
    return one_element_each(parameter, range) * record_bytes(parameter);
  }

  std::uint64_t local_room(std::uint64_t each) const {
    constexpr std::uint64_t most_parameters = 4;
    return guess_.has_matrices ? std::max(each, model_.local_bytes / most_parameters) : kRoomToSpare * each;
  }

  // "matrix_dim" is treated as "dim".
  static std::string last_word(const std::string& name) { return name.substr(name.rfind('_') + 1); }

  // Returns the value of a parameter, guessed from the parameter's name. The value is usually a number
  // of elements.
  std::string value(const Parameter& parameter, const NdRange& range) const {
    const std::string whole = lower(parameter.name);
    const std::string name = guess_.by_last_word ? last_word(whole) : whole;
    std::uint64_t value =
        guess_.unnamed == LaunchGuess::kAsManyAsItems ? range.global_size[0] : guess_.unnamed;
    if (range.dimensions > 1 && is_one_of(name, {"height", "h", "rows", "ny"}))
      value = range.global_size[1];
    else if (range.dimensions > 2 && is_one_of(name, {"depth", "d", "nz"}))
      value = range.global_size[2];
    else if (is_one_of(name, {"n",  "size", "count", "len",   "length", "num",   "elements", "total",
                              "m",  "k",    "rows",  "nrows", "width",  "w",     "cols",     "columns",
                              "nx", "dim",  "lda",   "ldb",   "ldc",    "limit", "end"}))
      value = range.global_size[0];
    else if (is_one_of(name, {"bins", "nbins", "num_bins", "buckets"}))
      value = 16;
    else if (guess_.by_last_word && is_one_of(name, {"offset", "begin"}))
      value = 0;
    std::string text = std::to_string(value);
    for (unsigned i = 1; i < parameter.count; ++i) text += fmt::format(",{}", value);
    return text;
  }

  // Runs the launch as proposed so far, and returns the extents of its accesses.
  ExtentProbe probed() const {
    ExtentProbe probe;
    const DescribedRun run = make_described_run(result_, source_, {}, model_);
    if (!run.run) return probe;
    MachineOptions options;
    options.step_budget = kTrialSteps;
    options.track_uninitialised = false;
    const Result<Machine> machine = compile_machine(run.run->plan, model_, options);
    if (!machine) return probe;
    MachineState state = machine->initial_state();
    RunWatch watch({{}, std::chrono::milliseconds(1000), {}});
    machine->run(state, std::array<Observer*, 1>{&probe}, &watch);
    return probe;
  }

  // Runs the kernel once, and shrinks the buffers to the size that the kernel used.
  void fit() { settle(probed()); }

  // Returns whether the number of accesses depends on the contents of the buffer, as it does for the row
  // offsets of a sparse matrix.
  bool steers(DescribedBuffer& buffer) {
    const std::string fill = std::exchange(buffer.fill, "0");
    const std::uint64_t without = probed().accesses();
    buffer.fill = "iota";
    const std::uint64_t with = probed().accesses();
    buffer.fill = fill;
    return with != without;
  }

  // Returns whether the buffer contains row offsets. Each row ends where the next row begins, so there is one
  // more offset than there are rows.
  bool has_one_more(std::size_t parameter, std::uint64_t used, DescribedBuffer& buffer) {
    return used == items_ + 1 && uses_.parameters[parameter].is_only_read() &&
           !is_floating(kernel_.parameters[parameter].type) && steers(buffer);
  }

  void settle(const ExtentProbe& probe) {
    DescribedLaunch& launch = result_.launches.front();
    std::uint32_t buffer = 0;
    std::vector<std::uint64_t> counts;
    for (std::size_t p = 0; p < kernel_.parameters.size(); ++p) {
      DescribedArgument& argument = launch.arguments[p];
      const Parameter& parameter = kernel_.parameters[p];
      if (argument.kind == DescribedArgument::Kind::local) {
        if (guess_.host != nullptr && guess_.host->shared_bytes) continue;
        const auto object = parameter.variable != 0
                                ? parameter.variable
                                : static_cast<std::uint32_t>(program_.local_variables.size() + 1 + p);
        const std::uint64_t each = one_each(parameter, launch.range);
        const std::uint64_t used = probe.end(Space::local, object);
        argument.local_bytes =
            guess_.has_matrices && used != 0 ? used : settled(used, each, local_room(each));
      }
      if (argument.kind != DescribedArgument::Kind::buffer) continue;
      DescribedBuffer& it = result_.buffers[buffer++];
      if (it.is_image()) continue;
      if (host_elements(p) != 0) {
        counts.push_back(it.count);
        continue;
      }
      const Space space =
          parameter.kind == Parameter::Kind::constant_buffer ? Space::constant : Space::global;
      const std::uint64_t element =
          parameter.is_record ? 1 : size_bytes(parameter.type) * (parameter.count == 3 ? 4 : parameter.count);
      const std::uint64_t used = (probe.end(space, buffer) + element - 1) / element;
      counts.push_back(has_one_more(p, used, it) ? used
                                                 : settled(used, items_ * record_bytes(parameter), it.count));
      // Which elements atomic functions access often depends on the input, so there are at least 16.
      if (uses_.parameters[p].atomics && counts.back() > 1)
        counts.back() = std::max<std::uint64_t>(counts.back(), 16);
    }
    for (std::size_t i = 0, next = 0; i < result_.buffers.size(); ++i)
      if (!result_.buffers[i].is_image()) result_.buffers[i].count = counts[next++];
  }

  // Returns the size of a buffer of which the first `used` elements were accessed. If slightly more than one
  // element per work-item is accessed, this is probably an error that the run must find, so the usual size is
  // kept. The usual size is also kept if the whole buffer was accessed, because the kernel may need more.
  static std::uint64_t settled(std::uint64_t used, std::uint64_t usual, std::uint64_t room) {
    if (used == 0 || used >= room) return usual;
    return used > usual / 2 && used < 2 * usual ? usual : used;
  }

  const KernelSource& source_;
  const Program& program_;
  const Kernel& kernel_;
  const DeviceModel& model_;
  LaunchGuess guess_;
  KernelUses uses_;
  LaunchDescription result_;
  std::uint64_t items_ = 1;
  std::uint64_t room_ = kRoomToSpare;
};

std::string shell_quoted(const std::string& text) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_-./:=,+@%").find(c) != std::string_view::npos;
  };
  if (!text.empty() && std::ranges::all_of(text, is_plain)) return text;
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

}  // namespace

LaunchDescription propose_launch(const KernelSource& source, const std::string& options,
                                 const Program& program, const Kernel& kernel, const DeviceModel& model,
                                 const LaunchGuess& guess) {
  return Proposer(source, options, program, kernel, model, guess).propose();
}

std::string command_arguments(const LaunchDescription& description, const Program& program) {
  const DescribedLaunch& launch = description.launches.front();
  const Kernel* kernel = program.find_kernel(launch.kernel);
  const KernelUses uses = uses_of(program, *kernel);
  std::string text = shell_quoted(description.file);
  // An instance is compiled only if it is named.
  const bool is_instance = launch.kernel.find('<') != std::string::npos;
  if (program.kernels.size() > 1 || is_instance) text += " --kernel " + shell_quoted(launch.kernel);
  if (!description.options.empty()) text += " --options " + shell_quoted(description.options);
  text +=
      fmt::format(" --global {} --local {}", sizes_text(launch.range.global_size, launch.range.dimensions),
                  sizes_text(launch.range.local_size, launch.range.dimensions));
  for (std::size_t a = 0; a < launch.arguments.size(); ++a)
    text +=
        " " + shell_quoted(typed_argument(description, launch.arguments[a], uses.parameters[a].is_written()));
  return text;
}

}  // namespace lockstep::sim
