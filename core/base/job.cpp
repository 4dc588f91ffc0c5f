#include "core/base/job.hpp"

#include <algorithm>

namespace lockstep {

bool JobSlices::run_slice(std::chrono::milliseconds budget) {
  const auto end = std::chrono::steady_clock::now() + budget;
  // Runs the jobs in turn. The loop ends when as many consecutive calls as there are jobs had no work.
  for (std::size_t idle = 0; idle < jobs_.size();) {
    next_ = (next_ + 1) % jobs_.size();
    idle = jobs_[next_]->run_piece() ? 0 : idle + 1;
    if (std::chrono::steady_clock::now() >= end) break;
  }
  return has_work();
}

bool JobSlices::has_work() const {
  return std::ranges::any_of(jobs_, [](const SlicedJob* job) { return job->has_work(); });
}

void JobSlices::add(SlicedJob* job) { jobs_.push_back(job); }

void JobSlices::remove(SlicedJob* job) { std::erase(jobs_, job); }

unsigned spare_processors() { return std::max(2u, std::thread::hardware_concurrency()) - 1; }

}  // namespace lockstep
