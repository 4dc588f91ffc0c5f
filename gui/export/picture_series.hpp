// Moments of a run as one PNG, numbered PNGs, or an animated GIF.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "gui/export/software_renderer.hpp"
#include "sim/trace/trace.hpp"

namespace lockstep::gui {

inline constexpr std::size_t kMaxPictures = 1000;

// The moments `from`, `from + step` … up to and including `to`. Returns an Error if there are too many, or if
// they are outside the run.
Result<std::vector<std::uint64_t>> series_positions(const sim::Trace& trace, std::uint64_t from,
                                                    std::uint64_t to, sim::Trace::Step by);

// "out-%03d.png" is a pattern for the names of several pictures: picture 7 is "out-007.png".
bool is_numbered(std::string_view path);
std::string numbered_path(std::string_view pattern, std::size_t number);

// Writes pictures in the form that the file name selects: ".gif", ".png" with a number pattern, or a
// single ".png".
class PictureWriter {
 public:
  static Result<std::unique_ptr<PictureWriter>> create(const std::string& path, unsigned delay_ms);
  virtual ~PictureWriter() = default;
  virtual Result<void> add(const Image& image) = 0;
  virtual Result<void> finish() = 0;
  // Removes an incomplete file that is not usable.
  virtual void abandon() = 0;
};

}  // namespace lockstep::gui
