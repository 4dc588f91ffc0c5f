// When the user's programs run: on request, from a scene with the user's consent, and again when their files
// change. The recording that a run leaves opens in Step.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "gui/jobs/program_watch.hpp"
#include "gui/pages/action_table.hpp"
#include "gui/storage/consents.hpp"

namespace lockstep::gui {

class Programs {
 public:
  using Clock = std::chrono::steady_clock;

  // `may_start`: false for pictures, which start nothing and ask nothing. `state_dir`: where consents are
  // stored; empty: nowhere.
  Programs(bool may_start, const std::string& state_dir)
      : may_start_(may_start), consents_(state_dir.empty() ? "" : state_dir + "/programs.json") {}

  // Runs what the user typed or agreed to.
  void start(ActionContext& context, ProgramCommand command);
  std::string take_remark() { return consents_.take_remark(); }
  // Once a frame.
  void update(ActionContext& context, Clock::time_point now);
  // When update() has to be called again though nothing happens.
  std::optional<Clock::time_point> due() const { return may_start_ ? watch_.due() : std::nullopt; }

 private:
  // A moment of a run that is replaced by a new one of the same program.
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
