#include "gui/app/window_pictures.hpp"

#include <algorithm>

#include "core/base/features.hpp"
#include "gui/app/headless.hpp"

namespace lockstep::gui {
namespace {

constexpr std::size_t kMaxWaiting = 2;  // frames that are built but not yet painted
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

// Writes the pictures of one file, in order.
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

// A request to the job that paints and writes pictures.
struct PictureTask {
  std::shared_ptr<const FrameCopy> frame;  // frame to add to the file; null: no further frames
  bool abandon = false;
};

// The result of a request.
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

// Returns the state without Predict mode, because a series of pictures would stop at the first question.
AppState without_questions(AppState state) {
  state.predict.on = false;
  return state;
}

class WindowPictures final : public PictureJob {
 public:
  WindowPictures(AppState state, PictureRequest request, const JobHost& host, const PageList& pages)
      : request_(std::move(request)),
        state_(without_questions(std::move(state))),
        host_(host),
        window_(state_, request_.width, request_.height, request_.scale, options(request_, host, pages)) {}
  ~WindowPictures() override {
    end(true);
    if (job_) job_->wait(kLongestPicture);
  }
  WindowPictures(const WindowPictures&) = delete;
  WindowPictures& operator=(const WindowPictures&) = delete;

  bool go_on() override {
    if (progress().finished) return false;
    return job_ ? build() : begin();
  }
  void cancel() override { end(true); }
  PictureProgress progress() override {
    take_done();
    return progress_;
  }
  void finish() override {
    constexpr auto kMoment = std::chrono::milliseconds(5);
    while (!progress().finished) {
      if (go_on()) continue;
      if (job_) {
        job_->wait(kMoment);
      } else {
        window_.interface().session().wait(kMoment);
        window_.interface().counting().wait(kMoment);
      }
    }
  }

 private:
  static InterfaceOptions options(const PictureRequest& request, const JobHost& host, const PageList& pages) {
    InterfaceOptions options;
    options.kernel_dir = request.kernel_dir;
    options.jobs = {{}, host.slices};
    options.pages = pages;
    return options;
  }

  void end(bool cancelled, std::string error = {}) {
    if (progress_.finished || ending_) return;
    ending_ = true;
    progress_.cancelled = cancelled;
    progress_.error = std::move(error);
    if (job_)
      job_->ask_instead({PictureTask{nullptr, true}});
    else
      progress_.finished = true;
  }

  // Starts as soon as the run is recorded and its moments are known. Returns true if work was done.
  bool begin() {
    window_.frame();
    Session& session = window_.interface().session();
    if (session.failure()) {
      end(false, session.failure()->message);
      return true;
    }
    if (session.run() == nullptr) return false;
    // Wait until the counters are complete, so that no picture shows an incomplete table or curve.
    if (!window_.interface().counting().snapshot().complete()) return false;
    const sim::Trace& trace = *session.run()->trace;
    const std::uint64_t here = playhead(state_, *session.run());
    const bool one = !request_.from && !request_.to;
    auto found = series_positions(trace, request_.from.value_or(one ? here : 0),
                                  request_.to.value_or(one ? here : trace.size()), request_.by);
    auto writer = found ? PictureWriter::create(request_.path, request_.delay_ms)
                        : Result<std::unique_ptr<PictureWriter>>(tl::unexpected(found.error()));
    if (!writer) {
      end(false, writer.error().message);
      return true;
    }
    positions_ = std::move(*found);
    progress_.count = positions_.size();
    // The second frame uses the sizes that the first frame measured.
    window_.frame();
    PixelRect part{0, 0, request_.width, request_.height};
    if (request_.only_stage) part = window_.stage_place();
    job_.emplace(
        [file = std::make_shared<PictureFile>(std::move(*writer), part)](const PictureTask& task) {
          return [file, task](auto&) { return std::optional(carry_out(*file, task)); };
        },
        host_);
    return true;
  }

  bool build() {
    if (ending_ || built_ == positions_.size() || job_->waiting() >= kMaxWaiting) return false;
    window_.interface().go_to(positions_[built_++]);
    window_.frame();
    window_.frame();
    job_->ask({std::make_shared<const FrameCopy>(window_.copy())});
    if (built_ == positions_.size()) job_->ask({});
    return true;
  }

  void take_done() {
    if (!job_ || progress_.finished) return;
    for (const PictureDone& done : job_->take()) {
      if (progress_.error.empty()) progress_.error = done.error;
      if (done.last) progress_.finished = true;
      if (!done.last) ++progress_.done;
    }
    if (progress_.finished) job_->ask_instead({});
  }

  PictureRequest request_;
  AppState state_;
  JobHost host_;
  Headless window_;
  std::vector<std::uint64_t> positions_;
  std::size_t built_ = 0;
  PictureProgress progress_;
  bool ending_ = false;
  std::optional<Job<PictureTask, PictureDone>> job_;  // paints and writes
};

}  // namespace

std::unique_ptr<PictureJob> make_window_pictures(AppState state, PictureRequest request, const JobHost& host,
                                                 const PageList& pages) {
  JobHost able = host;
  if (!has(Feature::threads) && !able.slices) able.slices = std::make_shared<JobSlices>();
  return std::make_unique<WindowPictures>(std::move(state), std::move(request), able, pages);
}

}  // namespace lockstep::gui
