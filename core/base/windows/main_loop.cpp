#include "core/base/main_loop.hpp"

namespace lockstep {

void run_turns(std::unique_ptr<MainLoop> loop) {
  while (loop->turn(loop->wait(loop->rest()))) {
  }
}

void wake_main_loop() {}

}  // namespace lockstep
