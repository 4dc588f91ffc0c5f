// Search for a text in the kernel: the matches, and the bar with the field.
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

// All matches that do not overlap, in order. The search ignores case unless `needle` has a capital. An empty
// `needle` has no match.
std::vector<TextMatch> find_matches(const std::vector<std::string>& lines, std::string_view needle);

// Indices into `matches`; after the last match the first one follows. Empty if there is no match.
std::optional<std::size_t> match_from(const std::vector<TextMatch>& matches,
                                      TextPlace place);  // at or after it
std::optional<std::size_t> match_after(const std::vector<TextMatch>& matches, TextPlace place);
std::optional<std::size_t> match_before(const std::vector<TextMatch>& matches, TextPlace place);

// "3 of 12", "12 matches" if none of them is chosen, "not found"; empty for an empty `needle`.
std::string find_status(const std::vector<TextMatch>& matches, std::optional<std::size_t> chosen,
                        std::string_view needle);

// The bar: a field, the number of matches, and buttons to the previous and the next one.
class FindBar {
 public:
  static constexpr float kHeight = 32;

  bool is_open() const { return open_; }
  bool has_keyboard() const { return open_ && focused_; }
  void release() { focused_ = false; }
  // `needle` empty: the last search. `from`: where a search while typing starts.
  void open(std::string_view needle, TextPlace from);
  void close() { open_ = focused_ = false; }

  // Finds the matches in the current text. `selection` may be one of them: the chosen one.
  void update(const std::vector<std::string>& lines, const TextMatch& selection);
  const std::vector<TextMatch>& matches() const { return matches_; }
  std::optional<std::size_t> chosen() const { return chosen_; }
  // The next match after a place, or the last one before it.
  std::optional<TextMatch> step(int direction, TextPlace from) const;

  struct Outcome {
    std::optional<TextMatch> go_to;
    bool closed = false;
    bool typing = false;  // the field has the keyboard
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
