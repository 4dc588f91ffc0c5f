#include "runtime/run_program/background_run.hpp"

#include <filesystem>
#include <fstream>

#include "core/base/files/path_text.hpp"
#include "runtime/journal/lines.hpp"

namespace lockstep::runtime {
namespace {

namespace fs = std::filesystem;

constexpr auto kAtOnce = std::chrono::milliseconds(0);

}  // namespace

void OutputTail::add(const std::string& piece) {
  text_ += piece;
  if (text_.size() <= kMaxBytes) return;
  is_cut_ = true;
  std::size_t from = text_.size() - kMaxBytes / 2;
  if (const std::size_t line = text_.find('\n', from); line != text_.npos) from = line + 1;
  text_.erase(0, from);
}

std::size_t LaunchCounter::count() {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(system_path(folder_), ignored))
    if (entry.path().extension() == ".jsonl") read(path_text(entry.path()));
  return launches_;
}

void LaunchCounter::read(const std::string& file) {
  std::uint64_t& place = places_[file];
  std::error_code error;
  if (fs::file_size(system_path(file), error) <= place || error) return;
  std::ifstream stream(system_path(file), std::ios::binary);
  stream.seekg(static_cast<std::streamoff>(place));
  for (std::string line; std::getline(stream, line) && !stream.eof();) {
    place += line.size() + 1;
    if (is_launch_line(line)) ++launches_;
  }
}

Result<std::unique_ptr<BackgroundRun>> BackgroundRun::start(GuestOptions options) {
  auto run = GuestRun::prepare(std::move(options));
  if (!run) return tl::unexpected(run.error());
  std::unique_ptr<BackgroundRun> background(new BackgroundRun(std::move(*run)));
  auto guest = Guest::start(background->run_.start());
  if (!guest) return tl::unexpected(guest.error());
  background->guest_ = std::move(*guest);
  return background;
}

bool BackgroundRun::listen(std::chrono::milliseconds timeout) {
  if (end_) return true;
  end_ = guest_->end();
  output_.add(guest_->read(end_ ? kAtOnce : timeout));
  launches_ = counter_.count();
  if (end_)
    for (std::string rest; !(rest = guest_->read(kAtOnce)).empty();) output_.add(rest);
  const auto limit = run_.options().time_limit;
  if (!end_ && limit.count() > 0 && std::chrono::steady_clock::now() - began_ >= limit) guest_->stop(true);
  return end_.has_value();
}

void BackgroundRun::stop() { guest_->stop(); }

}  // namespace lockstep::runtime
