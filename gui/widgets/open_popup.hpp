// The popup of a combo box from frame to frame: where its keyboard cursor is and what its field holds. Only
// one popup of a window is open at a time.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gui/input/key_press.hpp"

namespace lockstep::gui {

class OpenPopup {
 public:
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

  // The box was pressed; `text` stands in the field.
  void begin(std::string_view text);
  std::string_view text() const { return text_; }

  // Up and Down move among the shown choices, Enter chooses, Escape closes. The key that opened the popup has
  // no effect in it. `start`: the choice that the cursor is at first.
  void take_keys(const std::vector<KeyPress>& keys, const std::vector<std::size_t>& shown, std::size_t start);
  void move_to(std::size_t choice) { at_ = choice; }
  bool is_at(std::size_t choice) const { return at_ == choice; }
  // A row of the popup; true if it is chosen.
  bool choice_row(const std::string& label, std::size_t index, bool refused = false);
  // The field above a long list. True if what is searched for has changed.
  bool search_field(float field_width);

  // The field for a number; true if Enter was pressed in it.
  bool number_entered(float field_width);
  // The text is not a number that can be taken: says why until the text changes.
  void refuse(std::string_view why);
  std::string problem() const { return refused_text_ == text() ? problem_ : std::string(); }

  float height = 0;  // at most
  float width = 0;   // of the choices, at most

 private:
  void move(const std::vector<std::size_t>& shown, bool down);

  std::size_t at_ = 0;  // an index of the choices, or kNowhere
  bool moved_ = false, takes_ = false, entered_ = false;
  char text_[64] = {};  // words to search for, or a number
  std::string problem_, refused_text_;
};

}  // namespace lockstep::gui
