#include "sim/explain/tried_launch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/text/text.hpp"
#include "core/plan/language.hpp"
#include "sim/compiler/compile.hpp"
#include "sim/frontend/frontend.hpp"
#include "sim/launch/described_plan.hpp"
#include "sim/launch/guessed_constants.hpp"
#include "sim/launch/guessed_macros.hpp"
#include "sim/launch/proposal.hpp"
#include "sim/launch/proposed_instances.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::sim {
namespace {

constexpr std::uint64_t kTriedSteps = 200'000;                  // warp instructions: a few milliseconds
constexpr std::uint64_t kTriedBytes = std::uint64_t{64} << 20;  // total size of the buffers

constexpr std::uint64_t kUsualBlock = 32;  // the usual block size, at least

// Returns the numbers in "reduce<int, 256, true>", because one of them is often the block size.
std::vector<std::uint64_t> template_numbers(std::string_view kernel) {
  std::vector<std::uint64_t> numbers;
  for (std::size_t at = kernel.find('<'); at < kernel.size(); at = kernel.find_first_of(",>", at + 1)) {
    const std::size_t first = kernel.find_first_not_of(", <", at);
    std::uint64_t number = 0;
    if (first == std::string_view::npos) break;
    const auto [end, error] = std::from_chars(kernel.data() + first, kernel.data() + kernel.size(), number);
    if (error == std::errc() && (*end == ',' || *end == '>') && number > 1) numbers.push_back(number);
  }
  return numbers;
}

// The likeliest guess comes first.
std::vector<LaunchGuess> usual_guesses() {
  std::vector<LaunchGuess> all{{},
                               {.has_matrices = true},
                               {.follows_tile = true},
                               {.has_matrices = true, .follows_tile = true},
                               {.has_matrices = true, .group_items = 64},
                               {.has_matrices = true, .group_items = 256},
                               {.has_matrices = true, .group_items = 64, .is_wide = true},
                               {.has_matrices = true, .group_items = 256, .is_wide = true}};
  for (const std::uint64_t unnamed :
       {LaunchGuess::kAsManyAsItems, std::uint64_t{16}, std::uint64_t{4}, std::uint64_t{2}, std::uint64_t{0}})
    for (const bool follows_tile : {false, true})
      all.push_back({.has_matrices = true, .follows_tile = follows_tile, .unnamed = unnamed});
  for (const std::uint64_t items : {std::uint64_t{0}, std::uint64_t{256}})
    all.push_back({.has_matrices = true, .group_items = items, .by_last_word = true});
  return all;
}

std::vector<LaunchGuess> guesses(const Kernel& kernel) {
  std::vector<LaunchGuess> all, small;
  for (const std::uint64_t number : template_numbers(kernel.name))
    (number >= kUsualBlock ? all : small).push_back({.has_matrices = true, .group_items = number});
  for (const LaunchGuess& guess : usual_guesses()) all.push_back(guess);
  std::ranges::copy(small, std::back_inserter(all));
  return all;
}

// These guesses are used if the first guess accesses elements outside its buffers: one work-group,
// few work-items, contents that are indices. They can hide other errors of a kernel, such as races
// between work-groups.
std::vector<LaunchGuess> narrow_guesses() {
  std::vector<LaunchGuess> all;
  for (const std::uint64_t items :
       {std::uint64_t{4}, std::uint64_t{16}, std::uint64_t{64}, std::uint64_t{256}})
    for (const std::uint64_t unnamed : {std::uint64_t{1}, LaunchGuess::kAsManyAsItems})
      all.push_back({.has_matrices = true, .group_items = items, .groups = 1, .unnamed = unnamed});
  for (const char* integers : {"iota", "0"})
    for (const std::uint64_t unnamed : {std::uint64_t{1}, LaunchGuess::kAsManyAsItems})
      for (const std::uint64_t items : {std::uint64_t{0}, std::uint64_t{4}, std::uint64_t{64}})
        all.push_back({.has_matrices = true, .group_items = items, .unnamed = unnamed, .integers = integers});
  for (const std::uint64_t items : {std::uint64_t{16}, std::uint64_t{32}, std::uint64_t{256}})
    all.push_back({.has_matrices = true, .group_items = items, .groups = 1, .by_last_word = true});
  return all;
}

// These guesses are used if the first guess takes too long.
std::vector<LaunchGuess> small_guesses() {
  std::vector<LaunchGuess> all{{}};  // the first guess
  for (const std::uint64_t items : {std::uint64_t{16}, std::uint64_t{4}})
    all.push_back({.has_matrices = true, .group_items = items});
  return all;
}

enum class TriedOutcome : std::uint8_t { clean, findings, out_of_bounds, too_long };

std::uint64_t bytes_of_buffers(const Plan& plan) {
  std::uint64_t bytes = 0;
  for (const PlanBuffer& buffer : plan.buffers) bytes += buffer.bytes();
  return bytes;
}

TriedOutcome outcome_of(const LaunchDescription& launch, const KernelSource& source,
                        const DeviceModel& model) {
  const DescribedRun described = make_described_run(launch, source, {}, model);
  if (!described.run) return TriedOutcome::findings;
  if (bytes_of_buffers(described.run->plan) > kTriedBytes) return TriedOutcome::too_long;
  RunOptions options{.count_work = false};
  options.step_budget = kTriedSteps;
  const Result<CountedRun> run = run_counted(described.run->plan, model, options);
  if (!run) return TriedOutcome::findings;
  if (run->early_end != EarlyEnd::none) return TriedOutcome::too_long;
  if (!has_errors(run->findings)) return TriedOutcome::clean;
  const auto leaves = [](const Finding& finding) { return finding.kind == Finding::Kind::out_of_bounds; };
  return std::ranges::any_of(run->findings, leaves) ? TriedOutcome::out_of_bounds : TriedOutcome::findings;
}

bool is_launch_of(const language::HostLaunch& host, const NdRange& range) {
  if (range.local_size != *host.block) return false;
  for (unsigned d = 0; d < 3; ++d)
    if (host.grid && range.num_groups(d) != (*host.grid)[d]) return false;
  return true;
}

// The launches in the host part of a .cu file, for all kernels of the file.
struct HostPart {
  std::string options;  // build options, with the guessed contents of constants
  std::vector<language::HostLaunch> launches;
};

HostPart host_part(const KernelSource& source, const std::string& given) {
  std::string options = joined_options(given, guessed_constants(source, given).options);
  std::vector<language::HostLaunch> launches = language::host_launches(source, options);
  return {std::move(options), std::move(launches)};
}

// A launch in the host part of the file has priority.
std::optional<TriedLaunch> launch_of_host(const KernelSource& source, const HostPart& part,
                                          const Program& program, const Kernel& kernel,
                                          const DeviceModel& model) {
  const std::string& options = part.options;
  for (const language::HostLaunch& host : part.launches) {
    if (host.kernel != kernel.name || !host.block) continue;
    LaunchDescription launch = propose_launch(source, options, program, kernel, model, {.host = &host});
    // If the launch had to be reduced, it differs from the launch of the host, and the host's numbers do
    // not apply.
    if (!is_launch_of(host, launch.launches.front().range)) return std::nullopt;
    const TriedOutcome outcome = outcome_of(launch, source, model);
    return TriedLaunch{std::move(launch), outcome == TriedOutcome::clean, host.range.line};
  }
  return std::nullopt;
}

TriedLaunch tried_launch(const KernelSource& source, const HostPart& part, const Program& program,
                         const Kernel& kernel, const DeviceModel& model) {
  if (auto launch = launch_of_host(source, part, program, kernel, model)) return std::move(*launch);
  std::vector<LaunchDescription> tried;
  std::vector<LaunchGuess> left = guesses(kernel);
  for (std::size_t i = 0; i < left.size(); ++i) {
    LaunchDescription launch = propose_launch(source, part.options, program, kernel, model, left[i]);
    if (std::ranges::find(tried, launch) != tried.end()) continue;
    const TriedOutcome outcome = outcome_of(launch, source, model);
    if (outcome == TriedOutcome::clean) return {std::move(launch), true};
    tried.push_back(std::move(launch));
    if (tried.size() > 1) continue;
    if (outcome == TriedOutcome::out_of_bounds) std::ranges::copy(narrow_guesses(), std::back_inserter(left));
    if (outcome == TriedOutcome::too_long) left = small_guesses();
  }
  return {tried.front(), false};
}

std::string note_of(const TriedLaunch& tried) {
  const std::string_view findings = tried.is_clean ? "" : ", which may cause findings";
  if (tried.host_line != 0)
    return fmt::format(
        "the launch is taken from line {}; values that the file does not give are guesses{}; choose others "
        "with --global and arguments",
        tried.host_line, findings);
  return fmt::format(
      "the launch is proposed, and its sizes are guesses{}; choose others with --global and "
      "arguments",
      findings);
}

}  // namespace

TriedLaunch tried_launch(const KernelSource& source, const std::string& options, const Program& program,
                         const Kernel& kernel, const DeviceModel& model) {
  return tried_launch(source, host_part(source, options), program, kernel, model);
}

Result<PreparedRun> propose_run(const LaunchOptions& typed) {
  LaunchOptions options = typed;
  std::vector<std::string> notes;
  if (const auto source = read_kernel_source(options.file)) {
    const GuessedMacros macros = guessed_macros(*source, options.build_options);
    options.build_options = joined_options(options.build_options, macros.options);
    if (!macros.note.empty()) notes.push_back(macros.note);
  }
  const Result<ChosenKernel> chosen = choose_kernel(options);
  if (!chosen) return tl::unexpected(chosen.error());
  const TriedLaunch tried =
      tried_launch(chosen->source, options.build_options, *chosen->program, *chosen->kernel, *options.model);
  DescribedRun described = make_described_run(tried.launch, chosen->source, {}, *options.model);
  if (!described.run) return failure(report(options.file, described.errors));
  std::ranges::copy(notes, std::back_inserter(described.run->notes));
  described.run->notes.push_back(note_of(tried));
  const std::string note = guessed_constants(chosen->source, options.build_options).note;
  if (!note.empty()) described.run->notes.push_back(note);
  return std::move(*described.run);
}

Result<std::string> summarise_kernel_file(const LaunchOptions& options) {
  const Result<KernelSource> source = read_kernel_source(options.file);
  if (!source) return tl::unexpected(source.error());
  const GuessedMacros macros = guessed_macros(*source, options.build_options);
  const std::string given = joined_options(options.build_options, macros.options);
  const std::string build_options = with_proposed_instances(*source, given);
  const auto program = language::compile(*source, build_options);
  if (!program) return tl::unexpected(program.error());
  const std::vector<Kernel>& kernels = (*program)->kernels;
  if (kernels.empty()) {
    // If no instance of the templates compiles, the error of the first instance is reported.
    for (const std::string& instance : language::possible_instances(*source, build_options))
      if (auto tried = language::compile(*source, joined_options(build_options, "-instantiate=" + instance));
          !tried)
        return tl::unexpected(std::move(tried.error()));
    return failure(fmt::format("{} has no kernel: write `{} void name(…)`", options.file,
                               language_of(options.file) == Language::cuda ? "__global__" : "kernel"));
  }
  const bool are_proposed = build_options != given;  // the instances of templates
  std::string text =
      are_proposed
          ? fmt::format(
                "{} has {} and no launch of {}. Commands to try; their arguments and sizes are guesses:\n",
                options.file, plural(kernels.size(), "kernel template"), kernels.size() == 1 ? "it" : "them")
          : fmt::format("{} has {}. Commands to try; their sizes are guesses:\n", options.file,
                        plural(kernels.size(), "kernel"));
  if (!macros.note.empty()) text += fmt::format("note: {}\n", macros.note);
  const HostPart part = host_part(*source, build_options);
  for (const Kernel& kernel : kernels) {
    TriedLaunch tried = tried_launch(*source, part, **program, kernel, *options.model);
    if (are_proposed) tried.launch.options = without_instances(tried.launch.options);
    text += fmt::format("\nkernel {} ({})\n  lockstep simulate {}\n", kernel.name, parameter_list(kernel),
                        command_arguments(tried.launch, **program));
    if (!tried.is_clean)
      text +=
          "  Every launch that was tried has findings, which the guesses may cause. Use the sizes and the "
          "contents of the host program.\n";
  }
  return text;
}

}  // namespace lockstep::sim
