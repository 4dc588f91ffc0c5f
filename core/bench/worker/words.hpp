// Makes sentences about a worker process that does not answer.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "core/benchmark_data/repetitions.hpp"

namespace lockstep::bench {

// The stages before a row begins.
inline constexpr std::string_view kLoading = "loading the drivers", kOpening = "opening the device";

struct Loss {
  enum class How : std::uint8_t { not_started, cancelled, died, silent };
  How how = How::died;
  measure::Progress progress{0, 0, std::string(kLoading)};  // what the process was doing
  std::string ending{};                                     // "by SIGSEGV (…)"
  std::string words{};                                      // its last output
  std::chrono::milliseconds silence{};                      // how long it was silent
  std::string to_wait_longer{};                             // the option for a longer timeout; empty: none
};

// The sentence for a row, or for measuring the copy bandwidth.
std::string loss_sentence(const Loss& loss);
// The sentence for the search for devices.
std::string devices_sentence(const Loss& loss);
// The sentence for further rows after several rows found no device.
std::string_view lost_sentence();

}  // namespace lockstep::bench
