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

inline constexpr std::size_t kMostPictures = 1000;

// From the moment `from` on by steps, up to and with `to`. An Error where these are too many, or there is no
// such moment.
Result<std::vector<std::uint64_t>> series_positions(const sim::Trace& trace, std::uint64_t from,
                                                    std::uint64_t to, sim::Trace::Step by);

// "out-%03d.png": a name for each of several pictures, "out-007.png" for number 7.
bool is_numbered(std::string_view path);
std::string numbered_path(std::string_view pattern, std::size_t number);

// Where pictures go, by the name: ".gif", ".png" with a number in it, or one ".png".
class PictureWriter {
 public:
  static Result<std::unique_ptr<PictureWriter>> create(const std::string& path, unsigned delay_ms);
  virtual ~PictureWriter() = default;
  virtual Result<void> add(const Image& image) = 0;
  virtual Result<void> finish() = 0;
  // Takes back what is of no use unfinished.
  virtual void abandon() = 0;
};

}  // namespace lockstep::gui
