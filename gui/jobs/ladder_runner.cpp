#include "gui/jobs/ladder_runner.hpp"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace lockstep::gui {
namespace {

// What the counts depend on.
bool is_same(const ladder::LadderRequest& a, const ladder::LadderRequest& b) {
  const auto device = [](const ladder::LadderRequest& of) {
    return of.device ? of.device->name + of.device->driver : std::string();
  };
  return a.request.n == b.request.n && a.request.group_size == b.request.group_size &&
         a.request.op == b.request.op && a.request.type == b.request.type &&
         a.request.exclusive == b.request.exclusive && device(a) == device(b);
}

}  // namespace

struct LadderRunner::Shared {
  std::string kernel_dir;
  std::function<void()> wake;
  mutable std::mutex mutex;
  std::condition_variable changed;
  std::optional<ladder::LadderRequest> question;  // the latest
  std::shared_ptr<const LadderAnswer> answer;     // of the latest
  bool asked = false, quit = false;
  std::stop_source stop;
  std::thread thread;

  void loop();
};

void LadderRunner::Shared::loop() {
  std::unique_lock lock(mutex);
  while (true) {
    changed.wait(lock, [this] { return quit || asked; });
    if (quit) return;
    asked = false;
    stop = {};
    auto result = std::make_shared<LadderAnswer>();
    result->request = *question;
    const std::stop_token token = stop.get_token();
    lock.unlock();
    result->counts = ladder::count_ladders(result->request, token);
    lock.lock();
    if (asked || token.stop_requested()) continue;
    answer = std::move(result);
    changed.notify_all();
    if (wake) wake();
  }
}

LadderRunner::LadderRunner(std::string kernel_dir, std::function<void()> wake)
    : shared_(std::make_unique<Shared>()) {
  shared_->kernel_dir = std::move(kernel_dir);
  shared_->wake = std::move(wake);
}

LadderRunner::~LadderRunner() {
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->quit = true;
    shared_->stop.request_stop();
  }
  shared_->changed.notify_all();
  if (shared_->thread.joinable()) shared_->thread.join();
}

void LadderRunner::want(const PlanRequest& request, const std::optional<opencl::Device>& device) {
  ladder::LadderRequest question;
  question.ladders = main_ladders();
  question.request = request;
  question.model = sim::find_device_model("cc9.0").value();
  question.kernel_dir = shared_->kernel_dir;
  question.device = device;
  {
    const std::lock_guard lock(shared_->mutex);
    if (shared_->question && is_same(*shared_->question, question)) return;
    shared_->question = std::move(question);
    shared_->answer = nullptr;
    shared_->asked = true;
    shared_->stop.request_stop();
    if (!shared_->thread.joinable())
      shared_->thread = std::thread([shared = shared_.get()] { shared->loop(); });
  }
  shared_->changed.notify_all();
}

std::shared_ptr<const LadderAnswer> LadderRunner::answer() const {
  const std::lock_guard lock(shared_->mutex);
  return shared_->answer;
}

void LadderRunner::wait(std::chrono::milliseconds most) {
  std::unique_lock lock(shared_->mutex);
  shared_->changed.wait_for(lock, most, [this] { return !shared_->question || shared_->answer; });
}

}  // namespace lockstep::gui
