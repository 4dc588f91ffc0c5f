// Reads the pictures in a lesson's folder. PNG is decoded by this file's functions; SVG is painted by a
// function that the caller passes.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "gui/canvas/picture.hpp"
#include "gui/lesson/reading/library.hpp"

namespace lockstep::gui {

// The pixels of an SVG document, and its natural size.
struct PaintedSvg {
  Pixels pixels;
  float width = 0, height = 0;
};
using PaintSvg = std::function<Result<PaintedSvg>(const std::string& svg)>;

Result<Pixels> read_png(const std::string& bytes);
// Reads a file *.png or *.svg in the folder. An Error says why the picture cannot be shown.
Result<std::shared_ptr<const Picture>> read_picture(const LessonFolder& folder, const std::string& file,
                                                    const PaintSvg& paint_svg);

// Caches pictures, which are read on first use.
class LessonPictures {
 public:
  explicit LessonPictures(PaintSvg paint_svg = {}) : paint_svg_(std::move(paint_svg)) {}
  // Returns the picture in a file; null if it cannot be shown.
  std::shared_ptr<const Picture> of(const LessonFolder& folder, const std::string& file);
  void forget() { read_.clear(); }

 private:
  PaintSvg paint_svg_;
  std::map<std::pair<std::string, std::string>, std::shared_ptr<const Picture>> read_;  // by folder and file
};

}  // namespace lockstep::gui
