// Runs long computations in the background of the user interface: a Job processes requests one after another
// and returns results. A Job has its own thread or, on systems without threads, runs one slice at a time with
// the same code.
#pragma once

#include <chrono>
#include <concepts>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace lockstep {

// The interface through which JobSlices runs a job without a thread. Only one thread uses it.
class SlicedJob {
 public:
  virtual ~SlicedJob() = default;
  // Runs one piece of work; returns false if there is no work.
  virtual bool run_piece() = 0;
  virtual bool has_work() const = 0;
};

// All jobs without threads. The owner of the main loop runs them.
class JobSlices {
 public:
  // Runs pieces of all jobs in turn until `budget` is used up or no work is left. At least one piece runs,
  // and a piece is never interrupted. Returns whether work is left.
  bool run_slice(std::chrono::milliseconds budget);
  bool has_work() const;

  void add(SlicedJob* job);
  void remove(SlicedJob* job);

 private:
  std::vector<SlicedJob*> jobs_;
  std::size_t next_ = 0;
};

// Where jobs run, and how they wake the main loop.
struct JobHost {
  JobHost() = default;
  // Implicit, because most hosts only need to be woken.
  template <std::invocable Wake>
  JobHost(Wake call) : wake(std::move(call)) {}  // NOLINT(google-explicit-constructor)
  JobHost(std::function<void()> call, std::shared_ptr<JobSlices> without_threads)
      : wake(std::move(call)), slices(std::move(without_threads)) {}

  std::function<void()> wake;         // called by the working thread after progress or a result; may be empty
  std::shared_ptr<JobSlices> slices;  // null: each job has a thread
};

// The progress of a job on its current request.
struct JobProgress {
  std::string what;  // "reduce/divergent, 16 Mi: run 3 of 23"
  double share = 0;  // 0 to 1
};

// The number of processors for jobs: all but one, which is left to the interface; at least 1.
unsigned spare_processors();

template <class Request, class Result>
class Job final : private SlicedJob {
 public:
  // Passed to a piece of work, which communicates with its job through it. Valid while the piece runs.
  class Control {
   public:
    explicit Control(Job& job, std::stop_token stop) : job_(&job), stop_(std::move(stop)) {}
    const std::stop_token& stop() const { return stop_; }
    // Hands over an intermediate result and wakes the host.
    void hand_over(Result result) { job_->hand_over(std::move(result)); }
    // Stores the progress and wakes the host, at most every 100 ms unless `at_once` is set. After a stop
    // request, `what` no longer changes.
    void progress(std::string what, double share, bool at_once = false) {
      job_->show(std::move(what), share, at_once, stop_.stop_requested());
    }

   private:
    Job* job_;
    std::stop_token stop_;
  };

  // Does a piece of the work on a request. The job calls this function until it returns the last result. If
  // the work can be divided, a call should take no longer than a frame; after a stop request it should
  // return soon.
  using Piece = std::function<std::optional<Result>(Control&)>;
  // Begins the work on a request, and returns the function that does the pieces.
  using Begin = std::function<Piece(const Request&)>;

  explicit Job(Begin begin, JobHost host = {}) : begin_(std::move(begin)), host_(std::move(host)) {
    if (host_.slices) host_.slices->add(this);
  }
  // Drops waiting requests, stops the work, and waits until its current piece has ended.
  ~Job() override {
    close();
    if (thread_.joinable()) thread_.join();
    if (host_.slices) host_.slices->remove(this);
  }
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  // Adds a request after the waiting requests.
  void ask(Request request) {
    add([&] { push(std::move(request)); });
  }
  // Replaces the waiting requests. Work that has begun continues, and its request is not added again.
  void ask_instead(std::vector<Request> requests) {
    add([&] {
      waiting_.clear();
      for (Request& request : requests)
        if (!is_running(request)) push(std::move(request));
    });
  }
  // Replaces all requests: work that has begun is stopped, and its results are dropped.
  void ask_only(Request request) {
    add([&] {
      waiting_.clear();
      results_.clear();
      drop_running();
      push(std::move(request));
    });
  }

  // Asks all work to stop, including the work on waiting requests: each request still returns its
  // last result.
  void stop() {
    const std::lock_guard lock(mutex_);
    if (active_) active_->stop.request_stop();
    for (Task& task : waiting_) task.stop.request_stop();
  }
  // Closes the job permanently: drops waiting requests and running work, without waiting for the work to end.
  void close() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
      waiting_.clear();
      drop_running();
    }
    changed_.notify_all();
  }

  // Takes the results so far, in order; each result is returned once.
  std::vector<Result> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(results_, {});
  }
  std::size_t waiting() const {
    const std::lock_guard lock(mutex_);
    return waiting_.size();
  }
  std::optional<Request> running() const {
    const std::lock_guard lock(mutex_);
    return active_ && !active_->dropped ? std::optional(active_->request) : std::nullopt;
  }
  JobProgress progress() const {
    const std::lock_guard lock(mutex_);
    return progress_;
  }
  // Returns whether a request is waiting or being processed.
  bool is_working() const {
    const std::lock_guard lock(mutex_);
    return works();
  }
  // Returns whether a request is waiting or being processed, or a result has not been taken yet.
  bool is_busy() const {
    const std::lock_guard lock(mutex_);
    return works() || !results_.empty();
  }
  // Blocks until no work is left, at most for the given time. Without threads this call does the work.
  void wait(std::chrono::milliseconds most) {
    const auto end = std::chrono::steady_clock::now() + most;
    if (host_.slices) {
      while (std::chrono::steady_clock::now() < end && run_piece()) {
      }
      return;
    }
    std::unique_lock lock(mutex_);
    changed_.wait_until(lock, end, [this] { return !works(); });
  }

 private:
  static constexpr auto kBetweenWakes = std::chrono::milliseconds(100);

  struct Task {
    Request request;
    Piece piece{};  // empty before the work begins
    std::stop_source stop{};
    bool dropped = false;
  };

  void push(Request request) { waiting_.push_back(Task{std::move(request)}); }
  // Without threads a dropped task never runs again.
  bool works() const { return (active_ && !(active_->dropped && host_.slices)) || !waiting_.empty(); }

  template <class Change>
  void add(Change change) {
    {
      const std::lock_guard lock(mutex_);
      change();
      if (!host_.slices && !thread_.joinable()) thread_ = std::thread([this] { loop(); });
    }
    changed_.notify_all();
    if (host_.slices && host_.wake) host_.wake();  // the main loop has work
  }

  bool is_running([[maybe_unused]] const Request& request) const {
    if constexpr (std::equality_comparable<Request>)
      return active_ && !active_->dropped && active_->request == request;
    else
      return false;
  }

  void drop_running() {
    if (!active_) return;
    active_->dropped = true;
    active_->stop.request_stop();
  }

  void hand_over(Result result) {
    {
      const std::lock_guard lock(mutex_);
      if (active_->dropped) return;
      results_.push_back(std::move(result));
      woken_at_ = std::chrono::steady_clock::now();
    }
    if (host_.wake) host_.wake();
  }

  void show(std::string what, double share, bool at_once, bool stopped) {
    {
      const std::lock_guard lock(mutex_);
      if (!stopped) progress_.what = std::move(what);
      progress_.share = share;
      const auto now = std::chrono::steady_clock::now();
      if (!at_once && now - woken_at_ < kBetweenWakes) return;
      woken_at_ = now;
    }
    if (host_.wake) host_.wake();
  }

  void loop() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return closed_ || !waiting_.empty(); });
      if (closed_) return;
      while (run_locked(lock)) {
      }
    }
  }

  bool run_piece() override {
    std::unique_lock lock(mutex_);
    return run_locked(lock);
  }
  bool has_work() const override { return is_working(); }

  // Runs one piece while the lock is released. Returns false if there is no work.
  bool run_locked(std::unique_lock<std::mutex>& lock) {
    if (active_ && active_->dropped) end_active();
    if (!active_) {
      if (waiting_.empty()) return false;
      active_.emplace(std::move(waiting_.front()));
      waiting_.pop_front();
      progress_ = {};
    }
    Control control(*this, active_->stop.get_token());
    lock.unlock();
    if (!active_->piece) active_->piece = begin_(active_->request);
    std::optional<Result> last = active_->piece(control);
    lock.lock();
    const bool dropped = active_->dropped;
    if (!last && !dropped) return true;
    if (!dropped) results_.push_back(std::move(*last));
    end_active();
    woken_at_ = std::chrono::steady_clock::now();
    if (dropped || !host_.wake) return true;
    lock.unlock();
    host_.wake();
    lock.lock();
    return true;
  }

  void end_active() {
    active_.reset();
    changed_.notify_all();
  }

  Begin begin_;
  JobHost host_;
  mutable std::mutex mutex_;  // guards all members below
  std::condition_variable changed_;
  std::deque<Task> waiting_;
  std::optional<Task> active_;  // only the working thread uses its piece
  std::vector<Result> results_;
  JobProgress progress_;
  std::chrono::steady_clock::time_point woken_at_{};
  bool closed_ = false;
  std::thread thread_;
};

}  // namespace lockstep
