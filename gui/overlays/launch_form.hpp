// The launch form: describes how a kernel file of the user's own is launched. The form has the same values as
// a plan file. Each error is shown below the field that contains it. Changes that were neither run nor
// discarded are kept until the form is opened again for the same launch.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "gui/editor/line_field.hpp"
#include "gui/overlays/launch_draft.hpp"
#include "gui/overlays/overlays.hpp"
#include "gui/widgets/scroll_area.hpp"

namespace lockstep::gui {

class LaunchForm final : public Overlay {
 public:
  std::string_view name() const override { return "launch"; }
  std::optional<Action> action() const override { return std::nullopt; }
  void begin(ActionContext& context) override;
  void leave(ActionContext& context) override;
  void draw(const OverlayFrame& frame, PanelContext& context) override;

 private:
  static constexpr float kFormRow = 34, kFormLabel = 92;
  static constexpr TextStyle kFormWrong{Font::text, Role::costs, Align::left, 12};
  using Taken = std::function<std::string(const std::string&)>;  // returns why a text is invalid, or ""

  void forget_fields();
  void change(const std::function<void()>& edit);  // applies the edit and checks the draft
  void take_keys(const TypedInput& typed, bool has_focused_item);
  std::string error_of(const std::string& key) const;
  std::vector<std::string> wrong_keys() const;  // of all errors, each once
  std::string remark() const;                   // what is wrong, or to be noticed, in one sentence
  void mark(Ui& ui, const std::string& key, const Rect& field) const;  // frames a field that has an error

  bool has_changes() const { return draft_.own() != opened_; }
  std::string_view keep_changes();  // returns a notice; empty if there are no changes
  void draw_discard(PanelContext& context, const Rect& place);

  // The following functions draw parts of the form. Functions with a result return the y below their part.
  float draw_head(PanelContext& context, const Rect& row);
  float draw_arguments(Ui& ui, Rect row);
  float draw_buffers(Ui& ui, Rect row);
  float draw_expectation(Ui& ui, Rect row);
  void draw_argument(Ui& ui, const Rect& row, std::size_t index);
  void draw_buffer(Ui& ui, const Rect& row, std::size_t index);
  void draw_counts(Ui& ui, const std::string& key, const Rect& of_count, const Rect& of_width,
                   DescribedBuffer& buffer);
  void draw_buttons(PanelContext& context, const Rect& row);
  float draw_errors(Ui& ui, const Rect& row, const std::string& key);
  void text(Ui& ui, const std::string& key, const Rect& rect, const std::string& now, std::string_view hint,
            const Taken& take);
  void label(Ui& ui, const Rect& row, float width, std::string_view text);
  void apply(PanelContext& context) const;

  // The launch of the form when it was left, for the launch of the state at that time.
  struct Kept {
    std::string kernel_file;
    std::optional<OwnLaunch> launch;
    OwnLaunch changed;
  };
  LaunchDraft draft_;
  OwnLaunch opened_;  // the launch that the form proposed or showed at first
  AppState of_;       // the state for which the form was opened
  std::optional<Kept> kept_;
  std::map<std::string, std::string> refused_;  // invalid texts, by field key
  std::map<std::string, LineField> fields_;
  std::string focused_;  // the field that has the keyboard
  bool had_keyboard_ = false, left_ = false, wanted_ = false;
  ScrollArea scroll_;
};

}  // namespace lockstep::gui
