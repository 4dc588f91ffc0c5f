#include "core/bench/worker/words.hpp"

#include <fmt/format.h>

#include <system_error>

#include "core/base/shortage.hpp"
#include "core/base/text/text.hpp"

namespace lockstep::bench {
namespace {

constexpr std::size_t kMaxWords = 300;

// Returns the current action: "while building", "during run 3 of 23".
std::string meanwhile(const measure::Progress& progress) {
  return (progress.what.starts_with("run ") ? "during " : "while ") + progress.what;
}

std::string last_words(const Loss& loss) {
  if (loss.words.empty()) return "";
  return fmt::format(" It said: {}", loss.words.size() > kMaxWords
                                         ? "… " + loss.words.substr(loss.words.size() - kMaxWords)
                                         : loss.words);
}

std::string silence_sentence(const Loss& loss) {
  const std::string_view advice =
      loss.progress.is_building ? "Some drivers take minutes to build a kernel: choose a smaller work-group"
                                : "The kernel may never end, or the device may hang: run the kernel in the "
                                  "simulator with a small n";
  const std::string longer =
      loss.to_wait_longer.empty() ? "" : ", or wait longer with " + loss.to_wait_longer;
  return fmt::format("The driver did not answer for {} {}, so its process was ended. {}{}.{}",
                     time_text(std::chrono::duration<double, std::nano>(loss.silence).count()),
                     meanwhile(loss.progress), advice, longer, last_words(loss));
}

// Returns the shortage of memory or files that ended the process; empty if none is known.
std::string shortage_of(const Loss& loss) {
  if (loss.how != Loss::How::died) return "";
  for (const std::string_view words :
       {"out of memory", "bad_alloc", "annot allocate memory", "failed to map"})
    if (lower(loss.words).find(lower(words)) != std::string::npos)
      return as_sentence(error_text(static_cast<int>(std::errc::not_enough_memory)));
  return shortage_sentence();
}

}  // namespace

std::string loss_sentence(const Loss& loss) {
  switch (loss.how) {
    case Loss::How::not_started:
      return fmt::format("No process for the driver could be started: {}", loss.words);
    case Loss::How::cancelled:
      return fmt::format("Cancelled {}.", meanwhile(loss.progress));
    case Loss::How::silent:
      return silence_sentence(loss);
    case Loss::How::died:
      break;
  }
  if (const std::string why = shortage_of(loss); !why.empty())
    return fmt::format("The driver's process was ended {} {}: {}{}", loss.ending, meanwhile(loss.progress),
                       why, last_words(loss));
  return fmt::format(
      "The driver's process was ended {} {}: the kernel or a defect of the driver crashed it. The next row "
      "runs in a new process. Run the kernel in the simulator with a small n to see whether the kernel is "
      "the cause.{}",
      loss.ending.empty() ? "" : loss.ending, meanwhile(loss.progress), last_words(loss));
}

std::string devices_sentence(const Loss& loss) {
  if (loss.how == Loss::How::cancelled) return "Cancelled while looking for OpenCL devices.";
  if (loss.how == Loss::How::not_started) return loss_sentence(loss);
  if (const std::string why = shortage_of(loss); !why.empty())
    return fmt::format("The OpenCL drivers cannot be loaded: {} The simulator needs none of them.{}", why,
                       last_words(loss));
  const std::string what =
      loss.how == Loss::How::silent
          ? fmt::format("does not answer (waited {})",
                        time_text(std::chrono::duration<double, std::nano>(loss.silence).count()))
          : fmt::format("crashes (its process was ended {})", loss.ending);
  return fmt::format(
      "An OpenCL driver {} when it is loaded, so no device can be used. /etc/OpenCL/vendors has a file for "
      "each driver: move the file of the broken driver away, or set OCL_ICD_VENDORS to the file of a driver "
      "that works. The simulator needs no driver.{}",
      what, last_words(loss));
}

std::string_view lost_sentence() {
  return "Not run: the two previous rows did not find the device. Run again when the device is available.";
}

}  // namespace lockstep::bench
