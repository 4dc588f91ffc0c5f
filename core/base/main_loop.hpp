// The main loop of a program with a window. In each turn, the program draws a frame and then waits for an
// event or until the next turn is due. A desktop program waits in its loop; on a web page, main() returns
// and the browser starts each turn.
#pragma once

#include <memory>
#include <optional>

namespace lockstep {

class MainLoop {
 public:
  virtual ~MainLoop() = default;

  // Called after a turn. Returns the seconds until the next turn is due; 0: immediately; none: only after
  // an event.
  virtual std::optional<double> rest() = 0;
  // Sleeps for this time (none: without limit) or until an event occurs; returns true after an event. Not
  // called on a web page.
  virtual bool wait(std::optional<double> seconds) = 0;
  // `happened`: whether an event has occurred since the previous turn. Returns false if the program is to
  // end.
  virtual bool turn(bool happened) = 0;
};

// Runs the loop, and returns when a turn ends the program. On a web page, the call returns immediately, and
// the loop runs for as long as the page is open.
void run_turns(std::unique_ptr<MainLoop> loop);
// To be called on the thread of the loop after an event that MainLoop::wait() does not notice.
void wake_main_loop();

}  // namespace lockstep
