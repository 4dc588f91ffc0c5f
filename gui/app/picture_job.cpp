#include "gui/app/picture_job.hpp"

#include <algorithm>

#include "gui/app/headless.hpp"

namespace lockstep::gui {
namespace {

constexpr std::size_t kMostWaiting = 2;  // frames that are built and not yet painted
constexpr auto kLongestPicture = std::chrono::minutes(10);

Image cut(const Image& image, const PixelRect& part) {
  Image result(part.width, part.height, {});
  for (int y = 0; y < part.height; ++y) {
    const auto from = image.rgba.begin() + 4 * (std::ptrdiff_t{part.y + y} * image.width + part.x);
    std::copy(from, from + 4 * std::ptrdiff_t{part.width},
              result.rgba.begin() + 4 * std::ptrdiff_t{y} * part.width);
  }
  return result;
}

// The pictures of one file, as the job writes them.
class PictureFile {
 public:
  PictureFile(std::unique_ptr<PictureWriter> writer, PixelRect part)
      : writer_(std::move(writer)), part_(part) {}
  ~PictureFile() {
    if (writer_) writer_->abandon();
  }

  Result<void> add(const FrameCopy& frame) { return keep(writer_->add(cut(frame.paint(), part_))); }
  Result<void> finish() {
    const auto written = keep(writer_->finish());
    writer_.reset();
    return written;
  }
  bool is_open() const { return writer_ != nullptr; }
  void abandon() {
    if (writer_) writer_->abandon();
    writer_.reset();
  }

 private:
  Result<void> keep(Result<void> written) {
    if (!written) abandon();
    return written;
  }
  std::unique_ptr<PictureWriter> writer_;
  PixelRect part_;
};

// What the job is asked for.
struct PictureTask {
  std::shared_ptr<const FrameCopy> frame;  // to be added; null: the file is complete, or abandoned
  bool abandon = false;
};

// What came of it.
struct PictureDone {
  bool last = false;
  std::string error;
};

PictureDone carry_out(PictureFile& file, const PictureTask& task) {
  const bool last = task.frame == nullptr;
  if (task.abandon) file.abandon();
  if (!file.is_open()) return {last, {}};
  const Result<void> written = last ? file.finish() : file.add(*task.frame);
  return {last || !written, written ? std::string() : written.error().message};
}

}  // namespace

struct PictureJob::Impl {
  Impl(AppState wanted, PictureRequest what, const JobHost& where)
      : request(std::move(what)),
        state(std::move(wanted)),
        host(where),
        window(state, request.width, request.height, request.scale,
               {request.kernel_dir, {{}, where.slices}, {}}) {}
  ~Impl() {
    end(true);
    if (job) job->wait(kLongestPicture);
  }

  PictureRequest request;
  AppState state;
  JobHost host;
  Headless window;
  std::vector<std::uint64_t> positions;
  std::size_t built = 0;
  PictureProgress progress;
  bool ending = false;
  std::optional<Job<PictureTask, PictureDone>> job;  // paints and writes

  void end(bool cancelled, std::string error = {}) {
    if (progress.finished || ending) return;
    ending = true;
    progress.cancelled = cancelled;
    progress.error = std::move(error);
    if (job)
      job->ask_instead({PictureTask{nullptr, true}});
    else
      progress.finished = true;
  }

  // The moments are known as soon as the run is recorded. True if there was something to do.
  bool begin() {
    window.frame();
    Session& session = window.interface().session();
    if (session.failure()) {
      end(false, session.failure()->message);
      return true;
    }
    if (session.run() == nullptr) return false;
    // Tables and curves are shown complete.
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
    progress.count = positions.size();
    // The second frame knows the sizes that the first one measured.
    window.frame();
    PixelRect part{0, 0, request.width, request.height};
    if (request.only_stage) part = window.stage_place();
    job.emplace(
        [file = std::make_shared<PictureFile>(std::move(*writer), part)](const PictureTask& task) {
          return [file, task](auto&) { return std::optional(carry_out(*file, task)); };
        },
        host);
    return true;
  }

  bool build() {
    if (ending || built == positions.size() || job->waiting() >= kMostWaiting) return false;
    window.interface().go_to(positions[built++]);
    window.frame();
    window.frame();
    job->ask({std::make_shared<const FrameCopy>(window.copy())});
    if (built == positions.size()) job->ask({});
    return true;
  }

  void take_done() {
    if (!job || progress.finished) return;
    for (const PictureDone& done : job->take()) {
      if (progress.error.empty()) progress.error = done.error;
      if (done.last) progress.finished = true;
      if (!done.last) ++progress.done;
    }
    if (progress.finished) job->ask_instead({});
  }
};

PictureJob::PictureJob(AppState state, PictureRequest request, const JobHost& host)
    : impl_(std::make_unique<Impl>(std::move(state), std::move(request), host)) {}
PictureJob::~PictureJob() = default;

bool PictureJob::go_on() {
  if (progress().finished) return false;
  return impl_->job ? impl_->build() : impl_->begin();
}

void PictureJob::cancel() { impl_->end(true); }

PictureProgress PictureJob::progress() const {
  impl_->take_done();
  return impl_->progress;
}

void PictureJob::finish() {
  constexpr auto kMoment = std::chrono::milliseconds(5);
  while (!progress().finished) {
    if (go_on()) continue;
    if (impl_->job) {
      impl_->job->wait(kMoment);
    } else {
      impl_->window.interface().session().wait(kMoment);
      impl_->window.interface().counting().wait(kMoment);
    }
  }
}

}  // namespace lockstep::gui
