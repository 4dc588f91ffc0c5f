#include "gui/export/picture_series.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "gui/export/gif.hpp"

namespace lockstep::gui {
namespace {

// The position of "%03d" in a pattern, and the number of digits.
struct Number {
  std::size_t begin = 0, end = 0, digits = 0;
};
std::optional<Number> find_number(std::string_view path) {
  for (std::size_t at = path.find('%'); at != std::string_view::npos; at = path.find('%', at + 1)) {
    Number number{at, at + 1, 0};
    while (number.end < path.size() && path[number.end] >= '0' && path[number.end] <= '9')
      number.digits = number.digits * 10 + static_cast<std::size_t>(path[number.end++] - '0');
    if (number.end < path.size() && path[number.end] == 'd' && number.digits <= 9) {
      ++number.end;
      return number;
    }
  }
  return std::nullopt;
}

class PngWriter final : public PictureWriter {
 public:
  explicit PngWriter(std::string path) : path_(std::move(path)) {}
  Result<void> add(const Image& image) override {
    return write_png(image, is_numbered(path_) ? numbered_path(path_, ++written_) : path_);
  }
  Result<void> finish() override { return {}; }
  void abandon() override {}  // all files are complete: each picture is written at once

 private:
  std::string path_;
  std::size_t written_ = 0;
};

class AnimationWriter final : public PictureWriter {
 public:
  explicit AnimationWriter(std::unique_ptr<GifWriter> gif) : gif_(std::move(gif)) {}
  Result<void> add(const Image& image) override { return gif_->add(image); }
  Result<void> finish() override { return gif_->finish(); }
  void abandon() override { gif_.reset(); }  // no file has been created: it is created when it is complete

 private:
  std::unique_ptr<GifWriter> gif_;
};

}  // namespace

Result<std::vector<std::uint64_t>> series_positions(const sim::Trace& trace, std::uint64_t from,
                                                    std::uint64_t to, sim::Trace::Step by) {
  if (from > to || to > trace.size())
    return usage_error(fmt::format("From moment {} to {}: the moments must be ascending and from 0 to {}.",
                                   from, to, trace.size()));
  std::vector<std::uint64_t> positions{from};
  while (positions.back() < to) {
    if (positions.size() > kMaxPictures)
      return usage_error(fmt::format(
          "More than {} pictures: choose a shorter part of the run, or larger steps.", kMaxPictures));
    positions.push_back(std::min(to, trace.next(positions.back(), by)));
  }
  return positions;
}

bool is_numbered(std::string_view path) { return find_number(path).has_value(); }

std::string numbered_path(std::string_view pattern, std::size_t number) {
  const auto found = find_number(pattern);
  if (!found) return std::string(pattern);
  return fmt::format("{}{:0{}}{}", pattern.substr(0, found->begin), number, found->digits,
                     pattern.substr(found->end));
}

Result<std::unique_ptr<PictureWriter>> PictureWriter::create(const std::string& path, unsigned delay_ms) {
  if (path.ends_with(".png")) return std::make_unique<PngWriter>(path);
  if (!path.ends_with(".gif"))
    return usage_error(
        fmt::format("{}: a series must be written to one .gif file or to several .png files.", path));
  auto gif = GifWriter::create(path, delay_ms);
  if (!gif) return tl::unexpected(gif.error());
  return std::make_unique<AnimationWriter>(std::move(*gif));
}

}  // namespace lockstep::gui
