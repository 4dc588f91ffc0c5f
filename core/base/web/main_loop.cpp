// The browser calls a turn before it paints, and only if a turn is due: an idle page costs nothing, and a
// hidden page gets no turns.
#include "core/base/main_loop.hpp"

#include <emscripten/eventloop.h>
#include <emscripten/html5.h>

namespace lockstep {
namespace {

std::unique_ptr<MainLoop> running;
bool is_requested = false, has_happened = false;
int timer = 0;  // id of the browser's timer for the next turn; 0: none

bool turn_now(double, void*);

void request_turn() {
  if (timer != 0) emscripten_clear_timeout(timer);
  timer = 0;
  if (is_requested || !running) return;
  is_requested = true;
  emscripten_request_animation_frame(turn_now, nullptr);
}

void request_next_turn() {
  const std::optional<double> seconds = running->rest();
  if (!seconds) return;
  if (*seconds <= 0) return request_turn();
  timer = emscripten_set_timeout(
      [](void*) {
        timer = 0;
        request_turn();
      },
      1000 * *seconds, nullptr);
}

bool turn_now(double, void*) {
  is_requested = false;
  const bool happened = std::exchange(has_happened, false);
  if (!running->turn(happened)) {
    running.reset();
  } else if (has_happened) {  // an event occurred during the turn
    request_turn();
  } else {
    request_next_turn();
  }
  return false;
}

}  // namespace

void run_turns(std::unique_ptr<MainLoop> loop) {
  running = std::move(loop);
  request_next_turn();
}

void wake_main_loop() {
  has_happened = true;
  request_turn();
}

}  // namespace lockstep

// The page calls this function at each of its events.
extern "C" void lockstep_wake() { lockstep::wake_main_loop(); }
