#include "sim/launch/described_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>

#include "core/base/files/inside_folder.hpp"
#include "core/base/files/path_text.hpp"
#include "core/base/files/text_file.hpp"
#include "core/base/text/text.hpp"
#include "core/plan/build_options.hpp"
#include "sim/compiler/compile.hpp"
#include "sim/frontend/preprocess/options.hpp"
#include "sim/launch/argument_fit.hpp"
#include "sim/launch/argument_order.hpp"
#include "sim/launch/arguments.hpp"
#include "sim/launch/expectation.hpp"
#include "sim/launch/kernel_uses.hpp"
#include "sim/launch/value_types.hpp"
#include "sim/machine/launch/launch_checks.hpp"
#include "sim/machine/state/limits.hpp"

namespace lockstep::sim {
namespace {

// Changes the value of a scalar for the next repetition, as `next` (such as "*2") says.
Result<void> advance(std::vector<std::byte>& bytes, const ValueType& type, const std::string& next) {
  std::vector<std::byte> by;
  if (next.size() < 2 || std::string_view("*/+-").find(next[0]) == std::string_view::npos ||
      !append_number(by, std::string_view(next).substr(1), type))
    return usage_error(fmt::format("is \"{}\", not one of * / + - and a number, such as \"*2\"", next));
  if (type.is_half) return usage_error("cannot change a half from one repetition to the next; use a float");
  return with_type(type.type, [&]<class T>() -> Result<void> {
    T step;
    std::memcpy(&step, by.data(), sizeof step);
    if (next[0] == '/' && step == T(0)) return usage_error("divides by 0");
    for (std::size_t at = 0; at + sizeof(T) <= bytes.size(); at += sizeof(T)) {
      T value;
      std::memcpy(&value, bytes.data() + at, sizeof value);
      // Unsigned arithmetic wraps, so the largest and the smallest value of a signed type need no
      // special case.
      if constexpr (std::is_floating_point_v<T>) {
        value = next[0] == '*'   ? value * step
                : next[0] == '/' ? value / step
                : next[0] == '+' ? value + step
                                 : value - step;
      } else {
        const auto a = static_cast<std::uint64_t>(value), b = static_cast<std::uint64_t>(step);
        if (next[0] == '/')
          value = std::is_signed_v<T> && step == static_cast<T>(-1) ? static_cast<T>(0 - a)
                                                                    : static_cast<T>(value / step);
        else
          value = static_cast<T>(next[0] == '*' ? a * b : next[0] == '+' ? a + b : a - b);
      }
      std::memcpy(bytes.data() + at, &value, sizeof value);
    }
    return {};
  });
}

class PlanMaker {
 public:
  PlanMaker(const LaunchDescription& description, const KernelSource& source,
            std::shared_ptr<const Program> program, const DeviceModel& model)
      : described_(description), source_(source), program_(std::move(program)), model_(model) {}

  // Requires that the files of fills are in the folder.
  void keep_inside(const std::string& folder) { folder_ = folder; }
  void take_words(const TypedLaunch& launch) { typed_ = &launch; }

  DescribedRun make() {
    run_.warnings = program_->warnings;
    run_.plan.id = path_text(system_path(source_.path).filename());
    run_.plan.programs.push_back({source_, described_.options});
    make_buffers();
    if (described_.launches.empty()) error("launches", "is empty, so there is nothing to run");
    check_launches();
    if (errors_.empty()) make_launches();
    if (errors_.empty()) make_expectation();
    if (errors_.empty()) finish();
    if (!errors_.empty()) return {{}, std::move(errors_)};
    return {std::move(run_), {}};
  }

 private:
  void error(std::string key, std::string message) {
    errors_.push_back({std::move(key), std::move(message)});
  }

  void error(std::string key, const Error& error) {
    errors_.push_back({std::move(key), error.message, error.kind});
  }

  // Returns `value` for messages about descriptions; "" for typed launches, because their messages quote the
  // typed text.
  std::string found(const std::string& value) const { return typed_ == nullptr ? value : std::string(); }

  void make_buffers() {
    for (std::size_t i = 0; i < described_.buffers.size(); ++i) {
      const DescribedBuffer& it = described_.buffers[i];
      const std::string key = fmt::format("buffers[{}]", i);
      if (it.name.empty()) error(key + ".name", "is empty; give each buffer a name");
      if (!names_.emplace(it.name, i).second)
        error(key + ".name", fmt::format("\"{}\" is given twice", it.name));
      types_.emplace_back();
      run_.plan.buffers.push_back(make_described_buffer(it, key));
    }
  }

  PlanBuffer make_described_image(const DescribedBuffer& it, const std::string& key) {
    Result<PlanBuffer> buffer = make_image(it.type);
    if (!buffer) {
      error(key + ".type", buffer.error());
      return {};
    }
    types_.back() = channel_value(buffer->image->format);
    if (typed_ == nullptr) buffer->width = buffer->image->width * buffer->image->format.channels();
    return filled(std::move(*buffer), it, key, ".type");
  }

  PlanBuffer filled(PlanBuffer buffer, const DescribedBuffer& it, const std::string& key,
                    const char* size_field) {
    buffer.name = it.name;
    buffer.access = it.access;
    if (!takes_room(buffer, key + size_field)) return {};
    if (auto list = list_of(it)) {
      buffer.role = PlanBuffer::Role::input;
      buffer.content.pattern = Content::Pattern::bytes;
      buffer.content.bytes = std::move(list);
    } else if (const auto done = fill(buffer, types_.back(), it.fill); !done) {
      error(key + ".fill", done.error());
    }
    return buffer;
  }

  std::shared_ptr<const std::vector<std::byte>> list_of(const DescribedBuffer& it) const {
    const auto index = static_cast<std::size_t>(&it - described_.buffers.data());
    return typed_ != nullptr && index < typed_->lists.size() ? typed_->lists[index] : nullptr;
  }

  bool takes_room(const PlanBuffer& buffer, const std::string& key) {
    total_bytes_ += buffer.bytes();
    if (typed_ != nullptr || total_bytes_ <= kMaxBufferBytes) return true;
    error(key, fmt::format("makes all buffers together larger than {}; choose fewer elements",
                           bytes_text(kMaxBufferBytes)));
    return false;
  }

  PlanBuffer make_described_buffer(const DescribedBuffer& it, const std::string& key) {
    if (it.is_image()) return make_described_image(it, key);
    const Result<ValueType> type = parse_value_type(it.type);
    if (!type) {
      error(key + ".type", type.error());
      return {};
    }
    types_.back() = *type;
    Result<PlanBuffer> buffer = make_buffer(*type, it.count);
    if (!buffer) {
      const std::string count = found(fmt::format("is {}: ", it.count));
      error(key + ".count", Error{buffer.error().kind, count + buffer.error().message});
      return {};
    }
    buffer->width = it.width * type->stored();
    if (it.width > it.count)
      error(key + ".width", fmt::format("is {}, but the buffer has only {} elements", it.width, it.count));
    return filled(std::move(*buffer), it, key, ".count");
  }

  Result<void> fill(PlanBuffer& buffer, const ValueType& type, const std::string& text) const {
    if (text.empty()) return {};
    if (!text.starts_with('@') || !folder_) return fill_buffer(buffer, type, text);
    return path_inside(*folder_, text.substr(1)).and_then([&](const std::string& file) {
      return fill_buffer(buffer, type, "@" + file);
    });
  }

  // Checks each launch of the description once, independent of its repetitions.
  void check_launches() {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < described_.launches.size(); ++i) {
      const DescribedLaunch& launch = described_.launches[i];
      const std::string key = fmt::format("launches[{}]", i);
      count += launch.repeat;
      check_swaps(launch.swaps, key + ".swap");
      const Kernel* kernel = program_->find_kernel(launch.kernel);
      kernels_.push_back(kernel);
      arguments_.emplace_back();
      if (kernel == nullptr) {
        error(key + ".kernel", no_kernel(launch.kernel));
        continue;
      }
      if (const auto checked =
              check_range(launch.range, *kernel, model_, permits_partial_groups(described_.options));
          typed_ == nullptr && !checked)
        error(key + ".local", "does not fit: " + checked.error().message);
      check_arguments(launch, *kernel, key);
    }
    check_swaps(described_.swaps, "swap");
    if (count > kMaxLaunches / std::max<std::uint64_t>(described_.repeat, 1))
      error("repeat", fmt::format("makes more than {} launches; choose fewer", count_text(kMaxLaunches)));
  }

  std::string no_kernel(const std::string& wanted) const {
    if (program_->kernels.empty())
      return fmt::format("is \"{}\", but {} has no kernel", wanted, source_.path);
    return fmt::format("is \"{}\", but {} has {}", wanted, source_.path, kernel_names(*program_));
  }

  void check_swaps(const std::vector<Swap>& swaps, const std::string& key) {
    for (const auto& [one, other] : swaps)
      for (const std::string& buffer : {one, other})
        if (!names_.contains(buffer)) error(key, fmt::format("names {}", no_buffer(buffer)));
  }

  std::string no_buffer(const std::string& wanted) const {
    std::vector<std::string> names;
    for (const DescribedBuffer& buffer : described_.buffers) names.push_back(buffer.name);
    if (names.empty()) return fmt::format("\"{}\", but there are no buffers", wanted);
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    return fmt::format("\"{}\", but the buffers are {}", wanted, list);
  }

  bool quotes_words() const { return typed_ != nullptr && !typed_->texts.empty(); }

  void check_arguments(const DescribedLaunch& launch, const Kernel& kernel, const std::string& key) {
    std::vector<std::string> texts;
    for (std::size_t a = 0; a < launch.arguments.size(); ++a) {
      arguments_.back().push_back(compile(launch.arguments[a], fmt::format("{}.arguments[{}]", key, a)));
      texts.push_back(quotes_words() ? typed_->texts[a] : text_of(launch.arguments[a]));
    }
    if (texts.size() != kernel.parameters.size())
      return error(key + ".arguments", wrong_count(launch, kernel));
    if (!errors_.empty()) return;
    for (std::size_t a = 0; a < texts.size(); ++a)
      check_image(kernel.parameters[a], arguments_.back()[a], texts[a],
                  fmt::format("{}.arguments[{}]", key, a));
    if (!errors_.empty()) return;
    const std::string order = order_mistake(kernel, launch.arguments, texts, described_);
    if (!order.empty()) return error(key + ".arguments", order);
    for (std::size_t a = 0; a < texts.size(); ++a)
      check_fit(kernel.parameters[a], launch.arguments[a], texts[a], launch.range,
                fmt::format("{}.arguments[{}]", key, a));
  }

  std::string wrong_count(const DescribedLaunch& launch, const Kernel& kernel) const {
    const std::string missing =
        typed_ == nullptr || !errors_.empty() ? "" : missing_arguments(kernel, launch, described_);
    return fmt::format("are {} in number, but kernel {} takes {}: {}{}{}", launch.arguments.size(),
                       kernel.name, plural(kernel.parameters.size(), "argument"), parameter_list(kernel),
                       missing.empty() ? "" : "; missing: ", missing);
  }

  void check_fit(const Parameter& parameter, const DescribedArgument& argument, const std::string& text,
                 const NdRange& range, const std::string& key) {
    if (fits(parameter, argument, described_)) return;
    const std::string wanted = quotes_words() ? ", so enter " + wanted_argument(parameter, range) : "";
    error(key, mistake_of(parameter, argument, text, range) + wanted);
  }

  // Sets the kind of an image. The kernel determines whether the last size of the image is the number
  // of layers.
  void check_image(const Parameter& parameter, const Argument& argument, const std::string& text,
                   const std::string& key) {
    const auto* buffer = std::get_if<BufferArgument>(&argument);
    if (buffer == nullptr || !run_.plan.buffers[buffer->buffer].image) return;
    if (const auto fitted = fit_image(*run_.plan.buffers[buffer->buffer].image, parameter, text); !fitted)
      error(key, "does not fit: " + fitted.error().message);
  }

  static std::string text_of(const DescribedArgument& argument) {
    switch (argument.kind) {
      case DescribedArgument::Kind::buffer:
        return "buffer " + argument.buffer;
      case DescribedArgument::Kind::local:
        return fmt::format("{} of local memory", plural(argument.local_bytes, "byte"));
      case DescribedArgument::Kind::scalar:
        return fmt::format("{} {}", argument.type, argument.value);
      case DescribedArgument::Kind::null:
        break;
    }
    return "null";
  }

  Argument compile(const DescribedArgument& it, const std::string& key) {
    switch (it.kind) {
      case DescribedArgument::Kind::buffer:
        if (const auto found = names_.find(it.buffer); found != names_.end())
          return BufferArgument{found->second};
        error(key + ".buffer", fmt::format("is {}", no_buffer(it.buffer)));
        break;
      case DescribedArgument::Kind::local:
        if (it.local_bytes == 0)
          error(key + ".local_bytes", found("is 0; ") + "local memory must have at least 1 byte");
        return LocalArgument{it.local_bytes};
      case DescribedArgument::Kind::null:
        break;
      case DescribedArgument::Kind::scalar:
        return it.is_sampler() ? sampler(it, key) : scalar(it, key);
    }
    return NullArgument{};
  }

  Argument sampler(const DescribedArgument& it, const std::string& key) {
    if (!it.next.empty()) error(key + ".next", "is given, but a sampler cannot change");
    const Result<SamplerArgument> sampler = make_sampler(it.value);
    if (sampler) return *sampler;
    error(key + ".value", sampler.error());
    return SamplerArgument{};
  }

  Argument scalar(const DescribedArgument& it, const std::string& key) {
    const Result<ValueType> type = parse_value_type(it.type);
    if (!type) {
      error(key + ".scalar", type.error());
      return {};
    }
    Result<ScalarArgument> scalar = make_scalar(*type, it.value);
    if (!scalar) {
      error(key + ".value", scalar.error());
      return {};
    }
    std::vector<std::byte> again = scalar->bytes;
    if (!it.next.empty())
      if (const auto advanced = advance(again, *type, it.next); !advanced)
        error(key + ".next", advanced.error());
    return std::move(*scalar);
  }

  // Makes the launches of all repetitions. A swap exchanges the buffers of two names, as a host program
  // exchanges the values of two variables.
  void make_launches() {
    std::vector<std::vector<Argument>> arguments = arguments_;
    for (std::uint64_t round = 0; round < described_.repeat; ++round) {
      for (std::size_t i = 0; i < described_.launches.size(); ++i) {
        const DescribedLaunch& launch = described_.launches[i];
        for (std::uint64_t repetition = 0; repetition < launch.repeat; ++repetition) {
          add_launch(launch, *kernels_[i], arguments[i]);
          swap(launch.swaps);
          advance_all(launch, arguments[i]);
        }
      }
      swap(described_.swaps);
    }
  }

  void swap(const std::vector<Swap>& swaps) {
    for (const auto& [one, other] : swaps) std::swap(names_.at(one), names_.at(other));
  }

  static void advance_all(const DescribedLaunch& launch, std::vector<Argument>& arguments) {
    for (std::size_t a = 0; a < arguments.size(); ++a)
      if (const DescribedArgument& it = launch.arguments[a]; !it.next.empty())
        static_cast<void>(
            advance(std::get<ScalarArgument>(arguments[a]).bytes, *parse_value_type(it.type), it.next));
  }

  void add_launch(const DescribedLaunch& described, const Kernel& kernel,
                  const std::vector<Argument>& arguments) {
    PlanLaunch launch;
    launch.kernel = described.kernel;
    launch.range = described.range;
    launch.arguments = arguments;
    for (std::size_t a = 0; a < arguments.size(); ++a) {
      const DescribedArgument& it = described.arguments[a];
      if (it.kind == DescribedArgument::Kind::buffer)
        launch.arguments[a] = BufferArgument{names_.at(it.buffer)};
      // A scalar that changes identifies the repetition, so its value becomes the label.
      if (described.label.empty() && !it.next.empty())
        launch.label += fmt::format(
            "{}{} = {}", launch.label.empty() ? "" : ", ", kernel.parameters[a].name,
            values_text(std::get<ScalarArgument>(arguments[a]).bytes, *parse_value_type(it.type)));
    }
    if (launch.label.empty()) launch.label = described.label.empty() ? described.kernel : described.label;
    run_.plan.launches.push_back(std::move(launch));
  }

  // Returns the buffer to which a name refers, after all launches if `at_end` is true, otherwise before them.
  // If there is no such buffer, adds an error and returns nothing.
  std::optional<std::size_t> expected_buffer(const std::string& name, const std::string& key, bool at_end) {
    if (const auto found = names_.find(name); found != names_.end()) {
      if (at_end) return found->second;
      const DescribedBuffer* first = described_.find_buffer(name);
      return static_cast<std::size_t>(first - described_.buffers.data());
    }
    error(key, fmt::format("is {}", no_buffer(name)));
    return std::nullopt;
  }

  void make_expectation() {
    using Wanted = DescribedExpectation::Kind;
    const DescribedExpectation& it = described_.expectation;
    if (it.kind == Wanted::nothing) return;
    const auto result = expected_buffer(it.buffer, "expect.buffer", true);
    if (!result) return;
    ExpectedBuffers buffers{*result, std::nullopt};
    if (it.kind != Wanted::values) buffers.input = expected_buffer(it.of, "expect.of", false);
    if (!errors_.empty()) return;
    const auto mistake = add_expectation(run_.plan, it, buffers, types_,
                                         [&](PlanBuffer& buffer, const ValueType& type,
                                             const std::string& text) { return fill(buffer, type, text); });
    if (mistake) errors_.push_back(*mistake);
  }

  void finish() {
    Plan& plan = run_.plan;
    const NdRange& range = plan.launches.front().range;
    if (plan.n == 0) plan.n = range.global_size[0] * range.global_size[1] * range.global_size[2];
    plan.group_size = range.group_items();
    if (typed_ == nullptr && !plan.buffers.empty()) plan.type = plan.buffers.front().type;
    if (plan.expectation) plan.type = plan.buffers[plan.expectation->result_buffer].type;
    for (std::string& note : exchanged_buffers(plan, *program_)) run_.notes.push_back(std::move(note));
    typed_ == nullptr ? dump_results() : dump_chosen();
    if (const Result<void> valid = validate(plan); !valid) error("", valid.error());
  }

  // Requests that all buffers that the kernels write are printed, which is the default.
  void dump_results() {
    std::vector<bool> is_written(run_.plan.buffers.size());
    for (const PlanLaunch& launch : run_.plan.launches) {
      const Kernel& kernel = *program_->find_kernel(launch.kernel);
      const auto known = uses_.try_emplace(&kernel).first;
      if (known->second.parameters.empty()) known->second = uses_of(*program_, kernel);
      for (std::size_t a = 0; a < launch.arguments.size(); ++a)
        if (const auto* buffer = std::get_if<BufferArgument>(&launch.arguments[a]))
          if (known->second.parameters[a].is_written()) is_written[buffer->buffer] = true;
    }
    for (std::size_t i = 0; i < is_written.size(); ++i)
      if (is_written[i]) run_.dumped.push_back({i, false, types_[i].is_half});
  }

  void dump_chosen() {
    run_.dumped = typed_->dumped;
    for (PreparedRun::Dump& dump : run_.dumped) dump.is_half = types_[dump.buffer].is_half;
  }

  const LaunchDescription& described_;
  const KernelSource& source_;
  std::shared_ptr<const Program> program_;
  const DeviceModel& model_;
  std::optional<std::string> folder_;   // empty: files may be anywhere
  const TypedLaunch* typed_ = nullptr;  // null: the launches are described by a file or by the window
  PreparedRun run_;
  std::vector<DescriptionError> errors_;
  std::map<std::string, std::size_t> names_;  // the buffer of each name, after the swaps so far
  std::vector<ValueType> types_;              // of the buffers
  std::vector<const Kernel*> kernels_;        // of the described launches
  std::vector<std::vector<Argument>> arguments_;
  std::map<const Kernel*, KernelUses> uses_;
  std::uint64_t total_bytes_ = 0;
};

}  // namespace

std::vector<DescriptionError> outside_include_folders(const LaunchDescription& description,
                                                      const std::string& folder) {
  std::vector<DescriptionError> errors;
  const auto options = language::parse_options(description.options);
  if (!options) return errors;  // the compiler will report the error
  for (const std::string& included : options->include_dirs)
    if (const auto inside = path_inside(folder, included); !inside)
      errors.push_back({"options", "cannot be used: " + inside.error().message});
  return errors;
}

DescribedRun make_described_run(const LaunchDescription& description, const KernelSource& source,
                                const std::string& folder, const DeviceModel& model) {
  const auto program = language::compile(source, description.options);
  if (!program) return {{}, {{"", program.error().message}}};
  PlanMaker maker(description, source, *program, model);
  maker.keep_inside(folder);
  return maker.make();
}

LaunchDescription with_lists_as_text(TypedLaunch launch) {
  for (std::size_t i = 0; i < launch.lists.size(); ++i) {
    DescribedBuffer& buffer = launch.description.buffers[i];
    if (!launch.lists[i]) continue;
    if (const auto type = parse_value_type(buffer.type)) buffer.fill = values_text(*launch.lists[i], *type);
  }
  return std::move(launch.description);
}

DescribedRun make_typed_run(const TypedLaunch& launch, const KernelSource& source,
                            std::shared_ptr<const Program> program, const DeviceModel& model) {
  PlanMaker maker(launch.description, source, std::move(program), model);
  maker.take_words(launch);
  return maker.make();
}

}  // namespace lockstep::sim
