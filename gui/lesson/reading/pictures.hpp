// The pictures of a lesson's folder: PNG is read here, SVG is painted by whoever can.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "gui/canvas/picture.hpp"
#include "gui/lesson/reading/library.hpp"

namespace lockstep::gui {

// An SVG document in pixels, with the size that it wants to have; an Error: why it cannot be painted here.
struct PaintedSvg {
  Pixels pixels;
  float width = 0, height = 0;
};
using PaintSvg = std::function<Result<PaintedSvg>(const std::string& svg)>;

Result<Pixels> read_png(const std::string& bytes);
// Of a file *.png or *.svg of the folder.
Result<std::shared_ptr<const Picture>> read_picture(const LessonFolder& folder, const std::string& file,
                                                    const PaintSvg& paint_svg);

// Read once, when they are wanted first.
class LessonPictures {
 public:
  explicit LessonPictures(PaintSvg paint_svg = {}) : paint_svg_(std::move(paint_svg)) {}
  // Null: it cannot be shown.
  std::shared_ptr<const Picture> of(const LessonFolder& folder, const std::string& file);
  void forget() { read_.clear(); }

 private:
  PaintSvg paint_svg_;
  std::map<std::pair<std::string, std::string>, std::shared_ptr<const Picture>> read_;  // by folder and file
};

}  // namespace lockstep::gui
