#include "gui/session/original_source.hpp"

#include "core/catalogue/listings.hpp"
#include "sim/launch/prepared_run.hpp"

namespace lockstep::gui {

namespace {

constexpr auto kFilePollInterval = std::chrono::seconds(1);

}  // namespace

Result<KernelSource> original_of(const AppState& state, const std::string& kernel_dir) {
  if (!state.kernel_file.empty())
    return read_own_kernel(state.kernel_file).map([&](std::string text) {
      return KernelSource{state.kernel_file, std::move(text), {}};
    });
  if (const DocumentListing* const listing = state.listing()) return source_of(*listing);
  const auto algorithm = find_algorithm(state.algorithm);
  if (!algorithm) return tl::unexpected(algorithm.error());
  auto source = load_kernel(**algorithm, kernel_dir);
  if (source && !state.exercise.empty())
    if (auto text = built_in_scene_text(state.exercise, state.algorithm)) source->text = std::move(*text);
  return source;
}

std::optional<std::string> replacing_text(const AppState& state, const std::string& algorithm) {
  if (state.algorithm == algorithm && !state.exercise.empty()) {
    if (const std::string* edited = state.edited_text()) return *edited;
    return built_in_scene_text(state.exercise, algorithm);
  }
  const auto edited = state.edited_texts.find(algorithm);
  return edited == state.edited_texts.end() ? std::nullopt : std::optional(edited->second);
}

void OriginalSource::follow(const AppState& state, Clock::time_point now) {
  watch(state, now);
  take(state);
}

void OriginalSource::take(const AppState& state) {
  if (is_of(state)) return;
  id_ = state.source_key(0);
  if (id_ != saved_to_) saved_from_ = saved_to_ = {};
  load(state);
}

void OriginalSource::saved_as(std::string from, std::string to) {
  read_again();
  if (from == to) return;
  saved_from_ = std::move(from);
  saved_to_ = std::move(to);
}

void OriginalSource::load(const AppState& state) {
  error_.clear();
  recorded_.reset();
  // The stamp is taken before the file is read, so a write during reading is detected later.
  read_stamp_ = seen_stamp_ = state.kernel_file.empty() ? FileStamp{} : stamp_of(state.kernel_file);
  source_ = {};
  if (state.shows_recording()) return load_recording(state.kernel_file);
  const auto source = original_of(state, kernel_dir_);
  if (!source) error_ = source.error().message;
  source_ = source.value_or(KernelSource{state.kernel_file, "", {}});
}

void OriginalSource::load_recording(const std::string& path) {
  auto run = sim::prepare_recording(path);
  if (!run) {
    error_ = run.error().message;
    return;
  }
  recorded_ = std::make_shared<const Plan>(std::move(run->plan));
  source_ = {path, recorded_->programs.empty() ? "" : recorded_->programs.front().source.text};
}

void OriginalSource::watch(const AppState& state, Clock::time_point now) {
  if (state.kernel_file.empty() || id_ != state.kernel_file || now - looked_at_ < kFilePollInterval) return;
  looked_at_ = now;
  const FileStamp stamp = stamp_of(state.kernel_file);
  if (stamp == FileStamp{}) return;  // the file is missing while another program replaces it; keep the text
  const bool new_to_us = std::exchange(seen_stamp_, stamp) != stamp;
  if (!state.edited_text() && stamp != read_stamp_) {
    read_again();
    news_ = News::read_again;
  } else if (new_to_us) {
    news_ = News::changed_while_edited;
  }
}

bool OriginalSource::changed_on_disk() const {
  return !source_.path.empty() && stamp_of(source_.path) != read_stamp_;
}

bool OriginalSource::changed_since_seen() const {
  const FileStamp stamp = source_.path.empty() ? FileStamp{} : stamp_of(source_.path);
  return stamp != FileStamp{} && stamp != seen_stamp_;
}

RunRequest OriginalSource::request(const AppState& state) const {
  const std::string* edited = state.edited_text();
  RunRequest request = run_request(state);
  request.recorded = recorded_;
  request.text = edited ? *edited : source_.text;
  for (std::size_t i = 1; recorded_ && i < recorded_->programs.size(); ++i)
    if (const std::string* other = state.edited_text(i)) request.other_texts[i] = *other;
  return request;
}

}  // namespace lockstep::gui
