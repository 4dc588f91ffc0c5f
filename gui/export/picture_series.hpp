// Moments of a run as pictures: one PNG, numbered PNGs, or an animated GIF.
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

// The moments `from`, then step by step, up to and including `to`. An Error when these are too many, or
// outside the run.
Result<std::vector<std::uint64_t>> series_positions(const sim::Trace& trace, std::uint64_t from,
                                                    std::uint64_t to, sim::Trace::Step by);

// "out-%03d.png": a name for each of several pictures, "out-007.png" for number 7.
bool is_numbered(std::string_view path);
std::string numbered_path(std::string_view pattern, std::size_t number);

// Writes pictures by the name of the file: ".gif", ".png" with a number in it, or one ".png".
class PictureWriter {
 public:
  static Result<std::unique_ptr<PictureWriter>> create(const std::string& path, unsigned delay_ms);
  virtual ~PictureWriter() = default;
  virtual Result<void> add(const Image& image) = 0;
  virtual Result<void> finish() = 0;
  // Removes a file that is useless when it is incomplete.
  virtual void abandon() = 0;
};

}  // namespace lockstep::gui
