#include "gui/scene/field_remarks.hpp"

#include <fmt/format.h>

#include "core/base/text/text.hpp"

namespace lockstep::gui {
namespace {

constexpr std::size_t kMaxUnknown = 10;

}  // namespace

void FieldRemarks::add(const FieldMistake& mistake) {
  if (!mistake.is_unknown_key)
    remarks_.push_back(fmt::format("{}\"{}\" {}; {}.", subject_, mistake.path, mistake.what, effect_));
  else if (++unknown_ <= kMaxUnknown)
    remarks_.push_back(fmt::format("{}\"{}\" is not known and is ignored.", subject_, mistake.path));
}

void FieldRemarks::finish() {
  if (unknown_ > kMaxUnknown)
    remarks_.push_back(
        fmt::format("{}{} are not known either.", subject_, plural(unknown_ - kMaxUnknown, "further key")));
}

}  // namespace lockstep::gui
