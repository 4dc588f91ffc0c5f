// The state of a combo box's popup between frames: the position of the keyboard cursor in the popup and the
// contents of its text field. Only one popup of a window is open at a time.
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

  // Call when the combo box is pressed. `text` is the initial text of the field.
  void begin(std::string_view text);
  std::string_view text() const { return text_; }

  // Handles keys: Up and Down move through the shown choices, Enter selects a choice, and Escape closes
  // the popup. The key that opened the popup has no effect in the popup. `start` is the initial position
  // of the cursor.
  void take_keys(const std::vector<KeyPress>& keys, const std::vector<std::size_t>& shown, std::size_t start);
  void move_to(std::size_t choice) { at_ = choice; }
  bool is_at(std::size_t choice) const { return at_ == choice; }
  // Draws a choice as a row of the popup; returns true if the user selects it.
  bool choice_row(const std::string& label, std::size_t index, bool refused = false);
  // Draws the search field above a long list; returns true if the searched text has changed.
  bool search_field(float field_width);

  // Draws the field for a number; returns true if Enter was pressed in the field.
  bool number_entered(float field_width);
  // Rejects the text of the field, and shows the reason until the text changes.
  void refuse(std::string_view why);
  std::string problem() const { return refused_text_ == text() ? problem_ : std::string(); }

  float height = 0;  // maximum height of the popup
  float width = 0;   // maximum width of the choices

 private:
  void move(const std::vector<std::size_t>& shown, bool down);

  std::size_t at_ = 0;  // the choice at the cursor, or kNowhere
  bool moved_ = false, takes_ = false, entered_ = false;
  char text_[64] = {};  // words to search for, or a number
  std::string problem_, refused_text_;
};

}  // namespace lockstep::gui
