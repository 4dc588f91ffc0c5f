// Writes moments of a run as one PNG, as numbered PNGs, or as an animated GIF.
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

// Returns the moments from `from` to `to`, both included, at the ends of steps of the kind `by`. Returns an
// Error if there are too many moments, or if they are outside the run.
Result<std::vector<std::uint64_t>> series_positions(const sim::Trace& trace, std::uint64_t from,
                                                    std::uint64_t to, sim::Trace::Step by);

// Returns true if the path is a pattern for the names of several pictures, such as "out-%03d.png".
// numbered_path() then gives picture 7 the name "out-007.png".
bool is_numbered(std::string_view path);
std::string numbered_path(std::string_view pattern, std::size_t number);

// Writes pictures in the form that the file name selects: an animation (".gif"), numbered pictures (".png"
// with a number pattern), or a single picture (".png").
class PictureWriter {
 public:
  static Result<std::unique_ptr<PictureWriter>> create(const std::string& path, unsigned delay_ms);
  virtual ~PictureWriter() = default;
  virtual Result<void> add(const Image& image) = 0;
  virtual Result<void> finish() = 0;
  // Ends writing early and leaves no incomplete file.
  virtual void abandon() = 0;
};

}  // namespace lockstep::gui
