// Fills triangles with edge functions in steps of 1/16 pixel. A top-left rule ensures that two triangles that
// share an edge never blend a pixel twice. Most of the area consists of rectangles of one colour, which are
// filled by a faster method.
#include "gui/export/software_renderer.hpp"

#include <fmt/format.h>
#include <imgui.h>
#include <stb_image_write.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <span>
#include <string>

#include "core/base/files/atomic_writer.hpp"
#include "gui/canvas/picture.hpp"
#include "gui/widgets/texture.hpp"

namespace lockstep::gui {
namespace {

struct Scissor {
  int x0, y0, x1, y1;
};

struct Shade {
  float r, g, b, a;
};

Shade unpack(ImU32 colour) {
  return {static_cast<float>((colour >> IM_COL32_R_SHIFT) & 255),
          static_cast<float>((colour >> IM_COL32_G_SHIFT) & 255),
          static_cast<float>((colour >> IM_COL32_B_SHIFT) & 255),
          static_cast<float>((colour >> IM_COL32_A_SHIFT) & 255) / 255};
}

// The pictures of a frame, with the numbers that identify them in the frame.
using FramePictures = std::map<std::uint64_t, std::shared_ptr<const Pixels>>;

void add_pictures(FramePictures& pictures, const ImDrawList& list) {
  for (const ImDrawCmd& command : list.CmdBuffer)
    if (auto pixels = pixels_of_number(texture_of(command)))
      pictures.emplace(texture_of(command), std::move(pixels));
}

class Painter {
 public:
  Painter(const Coverage& atlas, const FramePictures& pictures, Image& image, ImVec2 origin, ImVec2 scale)
      : atlas_(atlas), pictures_(pictures), image_(image), origin_(origin), scale_(scale) {}

  void draw(std::span<const ImDrawCmd> commands, const ImDrawVert* all_vertices,
            const ImDrawIdx* all_indices) {
    for (const ImDrawCmd& command : commands) {
      if (command.UserCallback != nullptr || !set_scissor(command.ClipRect)) continue;
      const auto picture = pictures_.find(texture_of(command));
      picture_ = picture == pictures_.end() ? nullptr : picture->second.get();
      const ImDrawVert* vertices = all_vertices + command.VtxOffset;
      const ImDrawIdx* indices = all_indices + command.IdxOffset;
      for (unsigned i = 0; i + 2 < command.ElemCount;) {
        if (i + 5 < command.ElemCount && rectangle(vertices, indices + i)) {
          i += 6;
          continue;
        }
        triangle(vertices[indices[i]], vertices[indices[i + 1]], vertices[indices[i + 2]]);
        i += 3;
      }
    }
  }

 private:
  bool set_scissor(const ImVec4& clip) {
    scissor_ = {std::max(0, static_cast<int>((clip.x - origin_.x) * scale_.x)),
                std::max(0, static_cast<int>((clip.y - origin_.y) * scale_.y)),
                std::min(image_.width, static_cast<int>((clip.z - origin_.x) * scale_.x)),
                std::min(image_.height, static_cast<int>((clip.w - origin_.y) * scale_.y))};
    return scissor_.x0 < scissor_.x1 && scissor_.y0 < scissor_.y1;
  }

  ImVec2 place(const ImDrawVert& v) const {
    return {(v.pos.x - origin_.x) * scale_.x, (v.pos.y - origin_.y) * scale_.y};
  }

  // Fills two triangles if they form an axis-parallel rectangle of one colour and sample a single texel;
  // otherwise returns false.
  bool rectangle(const ImDrawVert* v, const ImDrawIdx* i) {
    if (i[0] != i[3] || i[2] != i[4]) return false;
    const ImDrawVert &a = v[i[0]], &b = v[i[1]], &c = v[i[2]], &d = v[i[5]];
    const bool plain = a.col == b.col && a.col == c.col && a.col == d.col && a.uv.x == b.uv.x &&
                       a.uv.y == b.uv.y && a.uv.x == c.uv.x && a.uv.y == c.uv.y;
    const bool upright = a.pos.y == b.pos.y && b.pos.x == c.pos.x && c.pos.y == d.pos.y && d.pos.x == a.pos.x;
    if (!plain || !upright) return false;
    const ImVec2 p = place(a), q = place(c);
    const int x0 = std::max(scissor_.x0, static_cast<int>(std::ceil(std::min(p.x, q.x) - 0.5f)));
    const int x1 = std::min(scissor_.x1, static_cast<int>(std::ceil(std::max(p.x, q.x) - 0.5f)));
    const int y0 = std::max(scissor_.y0, static_cast<int>(std::ceil(std::min(p.y, q.y) - 0.5f)));
    const int y1 = std::min(scissor_.y1, static_cast<int>(std::ceil(std::max(p.y, q.y) - 0.5f)));
    Shade shade = unpack(a.col);
    shade.a *= sample(a.uv.x, a.uv.y);
    for (int y = y0; y < y1; ++y) {
      for (int x = x0; x < x1; ++x) blend(x, y, shade);
    }
    return true;
  }

  // Returns the colour of the picture at a given position.
  Shade sample_picture(float u, float v) const {
    const float x = u * static_cast<float>(picture_->width) - 0.5f,
                y = v * static_cast<float>(picture_->height) - 0.5f;
    const float fx = std::floor(x), fy = std::floor(y), tx = x - fx, ty = y - fy;
    float mixed[4] = {0, 0, 0, 0};
    for (int i = 0; i < 4; ++i) {
      const int column = std::clamp(static_cast<int>(fx) + i % 2, 0, picture_->width - 1);
      const int row = std::clamp(static_cast<int>(fy) + i / 2, 0, picture_->height - 1);
      const float share = (i % 2 == 1 ? tx : 1 - tx) * (i / 2 == 1 ? ty : 1 - ty);
      const std::uint8_t* texel =
          &picture_->rgba[4 * (static_cast<std::size_t>(row) * picture_->width + column)];
      for (int c = 0; c < 4; ++c) mixed[c] += share * static_cast<float>(texel[c]);
    }
    return {mixed[0], mixed[1], mixed[2], mixed[3] / 255};
  }

  // Returns the coverage in the atlas at a given position, with bilinear filtering as in the OpenGL backend.
  float sample(float u, float v) const {
    const float x = u * static_cast<float>(atlas_.width) - 0.5f,
                y = v * static_cast<float>(atlas_.height) - 0.5f;
    const float fx = std::floor(x), fy = std::floor(y), tx = x - fx, ty = y - fy;
    const auto texel = [&](int column, int row) {
      column = std::clamp(column, 0, atlas_.width - 1);
      row = std::clamp(row, 0, atlas_.height - 1);
      return static_cast<float>(atlas_.alpha[row * atlas_.width + column]);
    };
    const int c = static_cast<int>(fx), r = static_cast<int>(fy);
    const float top = texel(c, r) * (1 - tx) + texel(c + 1, r) * tx;
    const float bottom = texel(c, r + 1) * (1 - tx) + texel(c + 1, r + 1) * tx;
    return (top * (1 - ty) + bottom * ty) / 255;
  }

  void blend(int x, int y, const Shade& shade) {
    if (shade.a <= 0) return;
    std::uint8_t* pixel = &image_.rgba[4 * (static_cast<std::size_t>(y) * image_.width + x)];
    const std::array source{shade.r, shade.g, shade.b};
    for (int i = 0; i < 3; ++i) {
      const float mixed = source[i] * shade.a + static_cast<float>(pixel[i]) * (1 - shade.a);
      pixel[i] = static_cast<std::uint8_t>(mixed + 0.5f);
    }
    pixel[3] = 255;
  }

  void triangle(const ImDrawVert& v0, const ImDrawVert& v1, const ImDrawVert& v2);

  const Coverage& atlas_;
  const FramePictures& pictures_;
  const Pixels* picture_ = nullptr;  // of the current command; null if it uses the atlas
  Image& image_;
  ImVec2 origin_, scale_;
  Scissor scissor_{};
};

struct Fixed {
  std::int64_t x, y;
};

Fixed fixed(ImVec2 p) { return {std::lround(p.x * 16), std::lround(p.y * 16)}; }

std::int64_t edge(Fixed a, Fixed b, Fixed p) { return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x); }

// Returns true for top edges and left edges (clockwise order, y downwards). Pixels exactly on such an edge
// belong to the triangle.
std::int64_t bias(Fixed a, Fixed b) {
  const bool owns = (a.y == b.y && b.x > a.x) || b.y < a.y;
  return owns ? 0 : -1;
}

void Painter::triangle(const ImDrawVert& v0, const ImDrawVert& v1, const ImDrawVert& v2) {
  std::array<const ImDrawVert*, 3> v{&v0, &v1, &v2};
  std::array<Fixed, 3> p{fixed(place(v0)), fixed(place(v1)), fixed(place(v2))};
  std::int64_t area = edge(p[0], p[1], p[2]);
  if (area == 0) return;
  if (area < 0) {
    std::swap(v[1], v[2]);
    std::swap(p[1], p[2]);
    area = -area;
  }
  const auto [low_x, high_x] = std::minmax({p[0].x, p[1].x, p[2].x});
  const auto [low_y, high_y] = std::minmax({p[0].y, p[1].y, p[2].y});
  const int x0 = std::max(scissor_.x0, static_cast<int>(low_x >> 4));
  const int x1 = std::min(scissor_.x1, static_cast<int>(high_x >> 4) + 1);
  const int y0 = std::max(scissor_.y0, static_cast<int>(low_y >> 4));
  const int y1 = std::min(scissor_.y1, static_cast<int>(high_y >> 4) + 1);
  const std::array<Shade, 3> shade{unpack(v[0]->col), unpack(v[1]->col), unpack(v[2]->col)};
  const bool one_colour = v[0]->col == v[1]->col && v[0]->col == v[2]->col;
  const std::array<std::int64_t, 3> owner{bias(p[1], p[2]), bias(p[2], p[0]), bias(p[0], p[1])};
  for (int y = y0; y < y1; ++y) {
    for (int x = x0; x < x1; ++x) {
      const Fixed at{x * 16 + 8, y * 16 + 8};
      const std::int64_t w0 = edge(p[1], p[2], at), w1 = edge(p[2], p[0], at), w2 = edge(p[0], p[1], at);
      if (w0 + owner[0] < 0 || w1 + owner[1] < 0 || w2 + owner[2] < 0) continue;
      const float a = static_cast<float>(w0) / static_cast<float>(area);
      const float b = static_cast<float>(w1) / static_cast<float>(area), c = 1 - a - b;
      Shade mixed = shade[0];
      if (!one_colour) {
        mixed = {shade[0].r * a + shade[1].r * b + shade[2].r * c,
                 shade[0].g * a + shade[1].g * b + shade[2].g * c,
                 shade[0].b * a + shade[1].b * b + shade[2].b * c,
                 shade[0].a * a + shade[1].a * b + shade[2].a * c};
      }
      const float left = v[0]->uv.x * a + v[1]->uv.x * b + v[2]->uv.x * c;
      const float top = v[0]->uv.y * a + v[1]->uv.y * b + v[2]->uv.y * c;
      if (picture_ != nullptr)
        mixed = sample_picture(left, top);
      else
        mixed.a *= sample(left, top);
      blend(x, y, mixed);
    }
  }
}

}  // namespace

Image::Image(int w, int h, Colour fill) : width(w), height(h), rgba(4 * static_cast<std::size_t>(w) * h) {
  for (std::size_t i = 0; i < rgba.size(); i += 4) {
    rgba[i] = fill.r;
    rgba[i + 1] = fill.g;
    rgba[i + 2] = fill.b;
    rgba[i + 3] = fill.a;
  }
}

Colour Image::at(int x, int y) const {
  const std::uint8_t* pixel = &rgba[4 * (static_cast<std::size_t>(y) * width + x)];
  return {pixel[0], pixel[1], pixel[2], pixel[3]};
}

void render(const ImDrawData& data, const Coverage& atlas, Image& image) {
  FramePictures pictures;
  for (int i = 0; i < data.CmdListsCount; ++i) add_pictures(pictures, *data.CmdLists[i]);
  Painter painter(atlas, pictures, image, data.DisplayPos, data.FramebufferScale);
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    painter.draw({list.CmdBuffer.begin(), list.CmdBuffer.end()}, list.VtxBuffer.Data, list.IdxBuffer.Data);
  }
}

struct FrameCopy::Data {
  struct List {
    std::vector<ImDrawCmd> commands;
    std::vector<ImDrawVert> vertices;
    std::vector<ImDrawIdx> indices;
  };
  std::vector<List> lists;
  FramePictures pictures;  // kept alive until the frame is painted
  ImVec2 origin, scale;
  Coverage atlas;
  Image ground;
};

FrameCopy::FrameCopy(const ImDrawData& data, const Coverage& atlas, Image ground)
    : data_(std::make_unique<Data>()) {
  data_->atlas = atlas;
  data_->ground = std::move(ground);
  data_->origin = data.DisplayPos;
  data_->scale = data.FramebufferScale;
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    add_pictures(data_->pictures, list);
    data_->lists.push_back({{list.CmdBuffer.begin(), list.CmdBuffer.end()},
                            {list.VtxBuffer.begin(), list.VtxBuffer.end()},
                            {list.IdxBuffer.begin(), list.IdxBuffer.end()}});
  }
}
FrameCopy::FrameCopy(FrameCopy&&) noexcept = default;
FrameCopy& FrameCopy::operator=(FrameCopy&&) noexcept = default;
FrameCopy::~FrameCopy() = default;

Image FrameCopy::paint() const {
  Image image = data_->ground;
  Painter painter(data_->atlas, data_->pictures, image, data_->origin, data_->scale);
  for (const Data::List& list : data_->lists)
    painter.draw(list.commands, list.vertices.data(), list.indices.data());
  return image;
}

Result<void> write_png(const Image& image, const std::string& path) {
  std::string file;
  const auto append = [](void* to, void* bytes, int size) {
    static_cast<std::string*>(to)->append(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
  };
  const int row_bytes = image.width * 4;
  if (stbi_write_png_to_func(append, &file, image.width, image.height, 4, image.rgba.data(), row_bytes) == 0)
    return failure("The PNG could not be encoded: out of memory.");
  return write_atomically(path, file);
}

}  // namespace lockstep::gui
