// Makes the run of a request.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "gui/session/run.hpp"
#include "sim/trace/trace_maker.hpp"

namespace lockstep::gui {

// Makes a run in stages, so that a job can be stopped between two stages. For a large array each stage
// takes some time.
class RunMaker {
 public:
  // `beginning`: the maximum number of moments. Of a longer run, only this many moments are recorded.
  explicit RunMaker(RunRequest request, std::uint64_t beginning = UINT64_MAX)
      : request_(std::move(request)), beginning_(beginning) {}

  // Executes the next stage. Returns the run after the last stage, and none after the other stages.
  std::optional<tl::expected<Run, RunFailure>> next(const std::stop_token& stop);

 private:
  enum class Stage : std::uint8_t { compile, record, judge, index, figures };
  std::optional<RunFailure> begin(const std::stop_token& stop);

  RunRequest request_;
  std::uint64_t beginning_;
  Stage stage_ = Stage::compile;
  std::vector<std::string> notes_;
  std::optional<sim::TraceMaker> maker_;
  std::optional<Run> run_;
  std::optional<RunIndexer> indexer_;
};

// Makes the run of a request in one call, without a job.
tl::expected<Run, RunFailure> make_run(const RunRequest& request);

}  // namespace lockstep::gui
