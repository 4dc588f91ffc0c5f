// Runs the user's programs: on request, from a scene with the user's consent, and again when their
// files change. Opens the recording of a run in Step.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "gui/background_jobs/program_watch.hpp"
#include "gui/pages/action_table.hpp"
#include "gui/user_data/consents.hpp"

namespace lockstep::gui {

class Programs {
 public:
  using Clock = std::chrono::steady_clock;

  // `may_start`: false for pictures, for which no program is started and the user is not asked. `state_dir`:
  // the folder that stores the user's consents; empty: they are not stored.
  Programs(bool may_start, const std::string& state_dir)
      : may_start_(may_start), consents_(state_dir.empty() ? "" : state_dir + "/programs.json") {}

  // Runs a command that the user typed or agreed to.
  void start(ActionContext& context, ProgramCommand command);
  std::string take_remark() { return consents_.take_remark(); }
  // Takes finished recordings, and runs the program again when its files change. Call this once per frame.
  void update(ActionContext& context, Clock::time_point now);
  // When update() must be called again even if nothing happens.
  std::optional<Clock::time_point> due() const { return may_start_ ? watch_.due() : std::nullopt; }

 private:
  // The playhead in a run, which is restored in the next run of the program.
  struct Place {
    std::shared_ptr<const sim::Trace> trace;
    std::uint64_t launch = 0, offset = 0;
  };
  void ask(ActionContext& context);
  void finish(ActionContext& context);
  void run_again_if_changed(ActionContext& context, Clock::time_point now);
  void keep_place(ActionContext& context);
  void restore_place(ActionContext& context);

  bool may_start_;
  Consents consents_;
  ProgramWatch watch_;
  std::optional<Place> place_;
};

}  // namespace lockstep::gui
