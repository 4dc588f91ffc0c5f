#include "core/base/termination_message.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>

namespace lockstep {
namespace {

std::array<char, 256> last_words{};
volatile std::sig_atomic_t last_words_length = 0, waits_for_others = 0;

// Calls only functions that a signal handler may call. The signal then ends the process, because the
// handler is reset.
extern "C" void say_last_words(int signal) {
  if (waits_for_others == 0) {
    [[maybe_unused]] const ssize_t written =
        write(STDERR_FILENO, last_words.data(), static_cast<std::size_t>(last_words_length));
  }
  raise(signal);
}

}  // namespace

void set_last_words(const std::string& sentence) {
  const std::size_t length = std::min(sentence.size(), last_words.size() - 1);
  std::copy_n(sentence.begin(), length, last_words.begin());
  last_words[length] = '\n';
  last_words_length = static_cast<std::sig_atomic_t>(length + 1);
  struct sigaction action = {};
  action.sa_handler = say_last_words;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGTERM, &action, nullptr);
  sigaction(SIGINT, &action, nullptr);
}

WaitsForOthers::WaitsForOthers() { waits_for_others = waits_for_others + 1; }
WaitsForOthers::~WaitsForOthers() { waits_for_others = waits_for_others - 1; }

}  // namespace lockstep
