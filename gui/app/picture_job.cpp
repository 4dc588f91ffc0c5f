#include "gui/app/picture_job.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "gui/app/headless.hpp"

namespace lockstep::gui {
namespace {

constexpr std::size_t kMostWaiting = 2;  // frames that are built and not yet painted

Image cut(const Image& image, const PixelRect& part) {
  Image result(part.width, part.height, {});
  for (int y = 0; y < part.height; ++y) {
    const auto from = image.rgba.begin() + 4 * (std::ptrdiff_t{part.y + y} * image.width + part.x);
    std::copy(from, from + 4 * std::ptrdiff_t{part.width},
              result.rgba.begin() + 4 * std::ptrdiff_t{y} * part.width);
  }
  return result;
}

}  // namespace

struct PictureJob::Impl {
  Impl(AppState wanted, PictureRequest what)
      : request(std::move(what)),
        state(std::move(wanted)),
        window(state, request.width, request.height, request.scale, {request.kernel_dir, {}, {}}) {}

  // Of the interface's thread.
  PictureRequest request;
  AppState state;
  Headless window;
  std::vector<std::uint64_t> positions;
  std::size_t built = 0;
  PixelRect part;

  // Shared.
  mutable std::mutex mutex;
  std::condition_variable changed;
  std::deque<FrameCopy> waiting;
  PictureProgress progress_;
  bool all_built = false, stop = false;
  std::thread thread;

  ~Impl() {
    end(true);
    if (thread.joinable()) thread.join();
  }

  void end(bool cancelled, std::string error = {}) {
    const std::lock_guard lock(mutex);
    if (progress_.finished) return;
    stop = true;
    progress_.cancelled = cancelled;
    progress_.error = std::move(error);
    if (!thread.joinable()) progress_.finished = true;
    changed.notify_all();
  }

  // The moments are known when the run is there.
  bool begin() {
    window.frame();
    Session& session = window.interface().session();
    if (session.failure()) {
      end(false, session.failure()->message);
      return true;
    }
    if (session.run() == nullptr) return false;
    // Tables and curves are shown whole.
    if (!window.interface().counting().snapshot().complete()) return false;
    const sim::Trace& trace = *session.run()->trace;
    const std::uint64_t here = playhead(state, *session.run());
    const bool one = !request.from && !request.to;
    auto found = series_positions(trace, request.from.value_or(one ? here : 0),
                                  request.to.value_or(one ? here : trace.size()), request.by);
    auto writer = found ? PictureWriter::create(request.path, request.delay_ms)
                        : Result<std::unique_ptr<PictureWriter>>(tl::unexpected(found.error()));
    if (!writer) {
      end(false, writer.error().message);
      return true;
    }
    positions = std::move(*found);
    // The second frame knows the sizes that the first one measured.
    window.frame();
    part = {0, 0, request.width, request.height};
    if (request.only_stage) part = window.stage_place();
    const std::lock_guard lock(mutex);
    progress_.count = positions.size();
    thread = std::thread([this, out = std::move(*writer)] { paint(*out); });
    return true;
  }

  bool build() {
    {
      const std::lock_guard lock(mutex);
      if (stop || built == positions.size() || waiting.size() >= kMostWaiting) return false;
    }
    window.interface().go_to(positions[built++]);
    window.frame();
    window.frame();
    FrameCopy copy = window.copy();
    const std::lock_guard lock(mutex);
    waiting.push_back(std::move(copy));
    all_built = built == positions.size();
    changed.notify_all();
    return true;
  }

  void paint(PictureWriter& writer) {
    Result<void> written;
    std::unique_lock lock(mutex);
    while (true) {
      changed.wait(lock, [&] { return stop || !waiting.empty() || all_built; });
      if (stop || waiting.empty()) break;
      const FrameCopy frame = std::move(waiting.front());
      waiting.pop_front();
      lock.unlock();
      written = writer.add(cut(frame.paint(), part));
      lock.lock();
      if (!written) break;
      ++progress_.done;
      changed.notify_all();
    }
    const bool whole = written && !stop;
    if (whole) written = writer.finish();
    if (!written) progress_.error = written.error().message;
    if (!written || stop) writer.abandon();
    progress_.finished = true;
    changed.notify_all();
  }
};

PictureJob::PictureJob(AppState state, PictureRequest request)
    : impl_(std::make_unique<Impl>(std::move(state), std::move(request))) {}
PictureJob::~PictureJob() = default;

bool PictureJob::go_on() {
  if (progress().finished) return false;
  return impl_->positions.empty() ? impl_->begin() : impl_->build();
}

void PictureJob::cancel() { impl_->end(true); }

PictureProgress PictureJob::progress() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->progress_;
}

void PictureJob::finish() {
  while (!progress().finished) {
    if (go_on()) continue;
    std::unique_lock lock(impl_->mutex);
    impl_->changed.wait_for(lock, std::chrono::milliseconds(5));
  }
}

}  // namespace lockstep::gui
