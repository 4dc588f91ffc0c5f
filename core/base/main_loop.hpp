// The turns of a program with a window: it draws a frame, and rests until something happens or is due. A
// desktop's program waits in its loop; a page gives its frames to the browser, and its main() returns
// meanwhile.
#pragma once

#include <memory>
#include <optional>

namespace lockstep {

class MainLoop {
 public:
  virtual ~MainLoop() = default;

  // After a turn. Seconds until the next one is due; 0: at once; none: only when something happens.
  virtual std::optional<double> rest() = 0;
  // Sleeps for this long, or until something happens: true. A page does not call it.
  virtual bool wait(std::optional<double> seconds) = 0;
  // `happened`: something did since the turn before. False: the program is to end.
  virtual bool turn(bool happened) = 0;
};

// Until a turn ends the program. On a page at once; the loop lives as long as the page.
void run_turns(std::unique_ptr<MainLoop> loop);
// Call on the thread of the loop after an event that its wait() does not notice.
void wake_main_loop();

}  // namespace lockstep
