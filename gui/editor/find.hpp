// Finds and replaces text in a kernel: functions that find and replace matches, and the find bar.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/editor/line_field.hpp"
#include "gui/editor/text_buffer.hpp"

namespace lockstep::gui {

// A range of bytes in one line.
struct TextMatch {
  std::size_t line = 0, begin = 0, end = 0;
  TextPlace place() const { return {line, begin}; }
  bool operator==(const TextMatch&) const = default;
};

// Returns all non-overlapping matches, in order. The search ignores case unless `needle` contains a capital
// letter. An empty `needle` has no matches.
std::vector<TextMatch> find_matches(const std::vector<std::string>& lines, std::string_view needle);

// Return the index of the match at or after a place, after a place, or before a place. The search wraps
// around at the end of the text. No value if there are no matches.
std::optional<std::size_t> match_from(const std::vector<TextMatch>& matches, TextPlace place);
std::optional<std::size_t> match_after(const std::vector<TextMatch>& matches, TextPlace place);
std::optional<std::size_t> match_before(const std::vector<TextMatch>& matches, TextPlace place);

// Returns "3 of 12"; "12 matches" if no match is chosen; "not found" without matches; "" if `needle`
// is empty.
std::string find_status(const std::vector<TextMatch>& matches, std::optional<std::size_t> chosen,
                        std::string_view needle);

// Returns the lines with every match replaced by `replacement`.
std::vector<std::string> replace_matches(std::vector<std::string> lines,
                                         const std::vector<TextMatch>& matches, std::string_view replacement);

// The find bar: a field, the number of matches, and buttons for the previous and the next match. The
// replacement row is shown below if the text is editable and the user has opened the row.
class FindBar {
 public:
  bool is_open() const { return open_; }
  bool replaces() const { return open_ && replaces_; }
  float height() const { return !open_ ? 0 : replaces_ ? 2 * kRow : kRow; }
  bool has_keyboard() const { return open_ && focused_; }
  void release() { focused_ = false; }
  // Opens the bar and searches for `needle`; an empty `needle` repeats the last search. `from` is the place
  // where the search starts while the user types.
  void open(std::string_view needle, TextPlace from);
  void open_replacement() { replaces_ = true; }
  void close() { open_ = focused_ = replaces_ = false; }

  // Finds the matches in the current text. If `selection` is a match, it becomes the chosen match.
  void update(const std::vector<std::string>& lines, const TextMatch& selection);
  const std::vector<TextMatch>& matches() const { return matches_; }
  std::optional<std::size_t> chosen() const { return chosen_; }
  // Returns the first match at or after a place.
  std::optional<TextMatch> from(TextPlace place) const { return match(match_from(matches_, place)); }
  // Returns the next match after a place (`direction` 1) or the last match before it (−1).
  std::optional<TextMatch> step(int direction, TextPlace from) const;

  const std::string& replacement() const { return replacement_.text(); }

  enum class Replace : std::uint8_t { none, chosen, all };
  struct Outcome {
    std::optional<TextMatch> go_to;
    Replace replace = Replace::none;
    bool closed = false;
    bool typing = false;  // a field of the bar has the keyboard
  };
  // Draws the bar and handles its input. If `editable` is true, matches can be replaced.
  Outcome draw(Ui& ui, const Rect& rect, TextPlace cursor, bool editable);

 private:
  static constexpr float kRow = 32;

  void draw_search(Ui& ui, const Rect& row, TextPlace cursor, bool editable, Outcome& outcome);
  void draw_replacement(Ui& ui, const Rect& row, Outcome& outcome);
  void type(const TypedInput& typed, TextPlace cursor, Outcome& outcome);
  void type_replacement(const TypedInput& typed, Outcome& outcome);
  std::optional<TextMatch> match(std::optional<std::size_t> index) const;

  LineField field_, replacement_;
  bool open_ = false, focused_ = false, had_keyboard_ = false;
  bool replaces_ = false, in_replacement_ = false;  // the replacement row: visible; has the focus
  TextPlace from_;
  std::vector<std::string> lines_;
  std::string needle_;
  std::vector<TextMatch> matches_;
  std::optional<std::size_t> chosen_;
};

}  // namespace lockstep::gui
