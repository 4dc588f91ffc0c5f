// Where a text occurs in the kernel, prepared without drawing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/editor/line_field.hpp"
#include "gui/editor/text_buffer.hpp"

namespace lockstep::gui {

// Bytes of one line.
struct TextMatch {
  std::size_t line = 0, begin = 0, end = 0;
  TextPlace place() const { return {line, begin}; }
  bool operator==(const TextMatch&) const = default;
};

// All that do not overlap, in order. Capitals are told apart only where `needle` has one. Empty: none.
std::vector<TextMatch> find_matches(const std::vector<std::string>& lines, std::string_view needle);

// Indices into `matches`, round at the ends; none where there is none.
std::optional<std::size_t> match_from(const std::vector<TextMatch>& matches,
                                      TextPlace place);  // at or behind it
std::optional<std::size_t> match_after(const std::vector<TextMatch>& matches, TextPlace place);
std::optional<std::size_t> match_before(const std::vector<TextMatch>& matches, TextPlace place);

// "3 of 12", "12 places" when none of them is chosen, "not found"; empty while nothing is looked for.
std::string find_status(const std::vector<TextMatch>& matches, std::optional<std::size_t> chosen,
                        std::string_view needle);

// The bar that finds a text in the kernel: a field, how many places there are, and the way from one to the
// next.

class FindBar {
 public:
  static constexpr float kHeight = 32;

  bool is_open() const { return open_; }
  bool has_keyboard() const { return open_ && focused_; }
  void release() { focused_ = false; }
  // `needle` empty: what was looked for the last time. `from`: where typing begins to look.
  void open(std::string_view needle, TextPlace from);
  void close() { open_ = focused_ = false; }

  // Finds the matches in the text as it is now. `chosen`: the selection, which may be one of them.
  void update(const std::vector<std::string>& lines, const TextMatch& selection);
  const std::vector<TextMatch>& matches() const { return matches_; }
  std::optional<std::size_t> chosen() const { return chosen_; }
  // The match behind a place, or before it.
  std::optional<TextMatch> step(int direction, TextPlace from) const;

  struct Outcome {
    std::optional<TextMatch> go_to;
    bool closed = false;
    bool typing = false;          // the field has the keyboard
    std::vector<Action> actions;  // keys that mean something even while typing
  };
  Outcome draw(Ui& ui, const Rect& rect, TextPlace cursor);

 private:
  void type(const TypedInput& typed, TextPlace cursor, Outcome& outcome);
  std::optional<TextMatch> match(std::optional<std::size_t> index) const;

  LineField field_;
  bool open_ = false, focused_ = false, had_keyboard_ = false;
  TextPlace from_;
  std::vector<std::string> lines_;
  std::string needle_;
  std::vector<TextMatch> matches_;
  std::optional<std::size_t> chosen_;
};

}  // namespace lockstep::gui
