// What is said when the process that talks to the driver did not answer.
#pragma once

#include <chrono>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/measure/repetitions.hpp"

namespace lockstep::opencl {

// The stages before a row begins.
inline constexpr std::string_view kLoading = "loading the drivers", kOpening = "opening the device";

struct Loss {
  enum class How : std::uint8_t { not_started, cancelled, died, silent };
  How how = How::died;
  Progress progress{0, 0, std::string(kLoading)};  // what was going on
  std::string ending{};                            // "by SIGSEGV (…)"
  std::string words{};                             // that it said last
  std::chrono::milliseconds silence{};             // that was borne
  std::string to_wait_longer{};                    // what the user can choose for it; empty: nothing
};

// Of a row, or of measuring the copy bandwidth.
std::string loss_sentence(const Loss& loss);
// Of looking for devices.
std::string devices_sentence(const Loss& loss);
// Of the rows after those that found no device.
std::string_view lost_sentence();

nlohmann::ordered_json error_json(const Error& error);
Error read_error(const nlohmann::ordered_json& answer);

}  // namespace lockstep::opencl
