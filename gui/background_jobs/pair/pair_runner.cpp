#include "gui/background_jobs/pair/pair_runner.hpp"

#include <algorithm>
#include <utility>

#include "gui/background_jobs/pair/compared_kernels.hpp"

namespace lockstep::gui {
namespace {

// Returns the state that shows this row on the Step page. The state of an original contains no edited text.
PairSide side_of(const AppState& state, const ComparedKernel& row) {
  PairSide side{row.key, row.label, row.note, state};
  side.state.algorithm = row.algorithm;
  side.state.kernel_file = row.kernel_file;
  // Rows are launched like algorithms of the catalogue.
  side.state.launch.reset();
  side.state.listings.clear();
  side.state.breakpoints.clear();
  const bool original = row.kernel_file.empty() && !row.request.own_text;
  if (original || row.algorithm != state.algorithm) side.state.exercise.clear();
  std::erase_if(side.state.edited_texts,
                [&](const auto& entry) { return original || entry.first != side.state.source_key(0); });
  return side;
}

std::optional<std::array<PairSide, 2>> marked_sides(const AppState& state) {
  if (state.compare.pair.size() != 2) return std::nullopt;
  const std::vector<ComparedKernel> rows = compared_kernels(state, {});
  std::array<PairSide, 2> sides;
  for (std::size_t i = 0; i < 2; ++i) {
    const auto row = std::ranges::find(rows, state.compare.pair[i], &ComparedKernel::key);
    if (row == rows.end()) return std::nullopt;
    sides[i] = side_of(state, *row);
  }
  for (PairSide& side : sides)
    if (side.note.empty() && sides[0].state.algorithm == sides[1].state.algorithm) side.note = "original";
  return sides;
}

bool is_of(const Run& run, const AppState& state) {
  RunRequest wanted = run_request(state);
  wanted.text = run.request.text;
  return run.request == wanted;
}

}  // namespace

std::optional<std::array<PairSide, 2>> pair_sides(const AppState& state) {
  if (state.tab != CompareChoice::kPage || !state.compare.stepping) return std::nullopt;
  return marked_sides(state);
}

bool can_step_pair(const AppState& state) { return marked_sides(state).has_value(); }

void mark_edited_pair(AppState& state) {
  if (!state.compare.pair.empty() || state.shows_recording() || state.launch ||
      (state.kernel_file.empty() && !state.edited_text() && state.exercise.empty()))
    return;
  state.compare.pair = {state.algorithm,
                        state.kernel_file.empty() ? state.algorithm + '*' : state.kernel_file};
}

PairRunner::PairRunner(std::string kernel_dir, JobHost host)
    : kernel_dir_(std::move(kernel_dir)), host_(std::move(host)) {}

void PairRunner::close(PairHalf& half) {
  if (!half.session) return;
  half.session->close();
  closing_.push_back(std::move(half.session));
}

void PairRunner::open(PairHalf& half, PairSide side, Clock::time_point now) {
  if (!half.session || half.side.key != side.key) {
    close(half);
    half = PairHalf{{}, std::make_unique<Session>(kernel_dir_, host_), {}, {}, nullptr, {}};
  }
  half.side = std::move(side);
  half.session->update(half.side.state, now);
}

// If both runs are recorded, their steps are aligned; a single run uses its own steps.
std::array<StepList, 2> PairRunner::steps_of(StepList::Kind kind) const {
  const std::array<const Run*, 2> runs{half(0).session->run(), half(1).session->run()};
  if (runs[0] != nullptr && runs[1] != nullptr)
    return aligned_steps(
        {PhasedRun{*runs[0]->trace, half(0).phases}, PhasedRun{*runs[1]->trace, half(1).phases}}, kind);
  std::array<StepList, 2> steps;
  for (std::size_t i = 0; i < 2; ++i)
    if (runs[i] != nullptr) steps[i] = StepList(*runs[i]->trace, kind);
  return steps;
}

void PairRunner::list_steps() {
  bool stale = false;
  for (PairHalf& half : *halves_) {
    const Run* run = half.session->run();
    const StepList::Kind kind = half.side.state.step;
    stale |= run != half.listed || kind != half.kind;
    half.kind = kind;
    if (std::exchange(half.listed, run) == run) continue;
    const sim::Combination* combination = run != nullptr ? run->figures->combination() : nullptr;
    half.phases = combination != nullptr ? phases_of(*combination) : std::vector<Phase>{};
  }
  if (!stale) return;
  std::array<StepList, 2> steps = steps_of((*halves_)[0].kind);
  for (std::size_t i = 0; i < 2; ++i) (*halves_)[i].steps = std::move(steps[i]);
}

std::string PairRunner::phase(std::size_t which) {
  return run(which) == nullptr ? std::string() : phase_label(half(which).phases, moment(which).position);
}

std::uint64_t PairRunner::step_of_kind(const AppState& state, StepList::Kind kind) {
  const std::uint64_t at = step(state);
  const std::array<StepList, 2> other = steps_of(kind);
  std::uint64_t found = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    if (run(i) == nullptr) continue;
    const bool ended = at >= steps(i).count();
    found = ended ? std::max(found, other[i].count()) : other[i].steps_before(steps(i).position_after(at));
    if (!ended) break;
  }
  return found;
}

void PairRunner::update(const AppState& state, Clock::time_point now) {
  std::erase_if(closing_, [](const auto& session) { return !session->is_working(); });
  auto sides = pair_sides(state);
  if (!sides) {
    if (halves_) std::ranges::for_each(*halves_, [this](PairHalf& half) { close(half); });
    return halves_.reset();
  }
  if (!halves_) halves_.emplace();
  for (std::size_t i = 0; i < 2; ++i) open((*halves_)[i], std::move((*sides)[i]), now);
  list_steps();
  const std::uint64_t at = step(state);
  for (PairHalf& half : *halves_) half.side.state.position = half.steps.position_after(at);
}

std::optional<PairRunner::Clock::time_point> PairRunner::due() const {
  std::optional<Clock::time_point> due;
  if (!halves_) return due;
  for (const PairHalf& half : *halves_)
    if (const auto at = half.session->due()) due = due ? std::min(*due, *at) : at;
  return due;
}

void PairRunner::wait(std::chrono::milliseconds most) {
  if (!halves_) return;
  for (const PairHalf& half : *halves_) half.session->wait(most);
}

const Run* PairRunner::run(std::size_t which) const {
  const PairHalf& wanted = half(which);
  const Run* run = wanted.session->run();
  return run != nullptr && !wanted.session->failure() && is_of(*run, wanted.side.state) ? run : nullptr;
}

const RunFailure* PairRunner::failure(std::size_t which) const {
  const auto& failure = half(which).session->failure();
  return failure ? &*failure : nullptr;
}

const ShownMoment& PairRunner::moment(std::size_t which) {
  return half(which).session->moment(half(which).side.state);
}

std::vector<PairedRun> PairRunner::runs() const {
  std::vector<PairedRun> runs;
  for (std::size_t i = 0; halves_ && i < 2; ++i)
    if (const Run* found = run(i)) runs.push_back({found->trace.get(), &steps(i)});
  return runs;
}

std::uint64_t PairRunner::step(const AppState& state) const {
  if (state.compare.step) return std::min(*state.compare.step, pair_length(runs()));
  for (std::size_t i = 0; halves_ && i < 2; ++i)
    if (const Run* found = run(i)) return steps(i).steps_before(found->index.start);
  return 0;
}

}  // namespace lockstep::gui
