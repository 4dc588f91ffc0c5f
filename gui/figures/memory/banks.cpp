#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "gui/canvas/label_row.hpp"
#include "gui/figures/memory/access.hpp"
#include "gui/figures/memory/bank_padding.hpp"
#include "gui/figures/tools/drawing.hpp"

namespace lockstep::gui {

using namespace drawing;

namespace {

constexpr float kBankHeader = 18, kBankNumberGap = 3;
constexpr float kWordPitch = 31, kLeastWordPitch = 14.5f;
constexpr float kLowestWordPitch = 8;  // of words without numbers, used if all rows then fit
constexpr float kWordText = 12;        // px, minimum height of a word with a number

struct Word {
  std::vector<const AccessLane*> lanes;
};

std::map<std::uint64_t, Word> words_of(const MemoryAccess& access) {
  std::map<std::uint64_t, Word> words;
  for (const AccessLane& lane : access.lanes) {
    for (std::uint64_t byte = 0; byte < access.detail.bytes; byte += access.bank_bytes)
      words[word_at(access, lane.offset + static_cast<std::int64_t>(byte))].lanes.push_back(&lane);
  }
  return words;
}

std::vector<std::uint64_t> word_rows(const MemoryAccess& access) {
  std::set<std::uint64_t> rows;
  for (const AccessBank& bank : access.asked_banks) {
    for (const std::uint64_t word : bank.words) rows.insert(word / access.banks);
  }
  return {rows.begin(), rows.end()};
}

bool in_conflict(const MemoryAccess& access, std::uint64_t word) {
  if (!access.costs) return false;
  const auto number = static_cast<unsigned>(word % access.banks);
  // Atomic updates of one word by several lanes also conflict, because they need several passes.
  const bool updated = access.detail.kind == sim::AccessKind::atomic && access.passes > 1;
  return std::any_of(access.asked_banks.begin(), access.asked_banks.end(), [&](const AccessBank& bank) {
    return bank.bank == number && (updated || bank.words.size() > 1);
  });
}

enum class Served : std::uint8_t { before, now, later };

Served served(const Word& word, int pass) {
  if (pass < 0) return Served::now;
  Served state = Served::later;
  for (const AccessLane* lane : word.lanes) {
    if (static_cast<int>(lane->pass) == pass) return Served::now;
    if (static_cast<int>(lane->pass) < pass) state = Served::before;
  }
  return state;
}

// The forms of the text that names the lanes of a word: "3+4" for lane 3 and four other lanes; "3+"; or "3"
// with a mark in the corner if several lanes request the word.
constexpr int kWordForms = 3;

std::string word_text(const Word& word, int form) {
  const std::string first = fmt::format("{}", word.lanes.front()->lane);
  if (word.lanes.size() == 1 || form == 2) return first;
  return form == 1 ? first + "+" : fmt::format("{}+{}", first, word.lanes.size() - 1);
}

// Returns the form that is used for all words: the most complete form that fits in a box of this width;
// kWordForms if no form fits.
int form_of_words(const Canvas& canvas, const std::map<std::uint64_t, Word>& words, float width,
                  const TextStyle& style) {
  int form = 0;
  for (const auto& [number, word] : words)
    while (form < kWordForms && canvas.text_width(word_text(word, form), style) > width) ++form;
  return form;
}

void shared_corner(Canvas& canvas, const Rect& box, Role ink) {
  const float size = std::min(5.0f, box.width * 0.4f), x = box.right() - 1, y = box.y + 1;
  canvas.fill_polygon(std::array{Point{x - size, y}, Point{x, y}, Point{x, y + size}}, ink);
}

void draw_word(Canvas& canvas, const Rect& box, const Word& word, Served state, bool conflict, bool bold,
               int form) {
  const Role strong = conflict ? Role::costs : Role::acts;
  Role ink = strong;
  if (state == Served::now) {
    canvas.fill_rect(box, strong, 3);
    ink = conflict ? Role::on_costs : Role::on_acts;
  } else {
    if (state == Served::before) canvas.fill_rect(box, conflict ? Role::costs_pale : Role::acts_pale, 3);
    canvas.stroke_rect(box, strong, 1.2f, 3);
  }
  if (word.lanes.size() > 1 && form >= 2) shared_corner(canvas, box, ink);
  if (form < kWordForms)
    text_at(canvas, box.centre().x, box.centre().y, word_text(word, form),
            bold ? bold_text(ink, Align::centre, kSmall) : small_text(ink, Align::centre));
}

// Returns the distance between rows, which is as large as possible. If the rows do not fit, the distance is
// reduced before rows are hidden.
float word_pitch(std::size_t rows, float height) {
  const float fitting = height / static_cast<float>(std::max<std::size_t>(1, rows));
  return std::clamp(fitting, fitting >= kLowestWordPitch ? kLowestWordPitch : kLeastWordPitch, kWordPitch);
}

// The positions of the words.
struct BankGrid {
  BankGrid(const Rect& area, unsigned banks, std::size_t rows) : left(area.x + kMemoryLabelWidth) {
    pitch = std::min((area.width - kMemoryLabelWidth) / static_cast<float>(banks), 44.0f);
    width = pitch - (pitch >= 18 ? 3.0f : 2.0f);
    body = {area.x, area.y + kBankHeader, area.width, area.height - kBankHeader};
    row_pitch = word_pitch(rows, body.height);
    word_height = row_pitch - (row_pitch < 18 ? 1.5f : row_pitch < 24 ? 2.0f : 5.0f);
    // Only whole rows are visible, and scrolling moves by whole rows, so that no row is cut.
    seen = std::max(1.0f, std::floor((body.height + 5) / row_pitch)) * row_pitch;
  }
  float top(std::size_t row, float scroll) const {
    return body.y + static_cast<float>(row) * row_pitch - std::round(scroll / row_pitch) * row_pitch;
  }
  bool sees(float top) const { return top >= body.y - 1 && top + word_height <= body.y + seen; }
  Rect box(std::uint64_t bank, float top) const {
    return {left + static_cast<float>(bank) * pitch, top, width, word_height};
  }

  float left, pitch = 0, width = 0, row_pitch = 0, word_height = 0, seen = 0;
  Rect body;
};

class BankPicture {
 public:
  BankPicture(Canvas& canvas, const Rect& area, const MemoryAccess& access, MemoryAccessView& view,
              const FigureInput& input, FigureOutput& output)
      : canvas_(canvas),
        area_(area),
        access_(access),
        view_(view),
        input_(input),
        output_(output),
        rows_(word_rows(access)),
        words_(words_of(access)),
        grid_(area, access.banks, rows_.size()) {
    width_ = grid_.width;
    body_ = grid_.body;
    row_pitch_ = grid_.row_pitch;
    word_height_ = grid_.word_height;
    seen_ = grid_.seen;
    bold_ = widest_number(canvas, bold_text(Role::ink, Align::left, kSmall)) <= width_ - 1;
    form_ = form_of_words(canvas, words_, width_ - 1,
                          bold_ ? bold_text(Role::ink, Align::left, kSmall) : small_text(Role::ink));
    if (word_height_ < kWordText) form_ = kWordForms;
  }

  void draw() {
    draw_numbers();
    const float content = static_cast<float>(rows_.size()) * row_pitch_;
    show_pass();
    view_.scroll = std::clamp(view_.scroll, 0.0f, std::max(0.0f, content - seen_));
    const float scroll = std::round(view_.scroll / row_pitch_) * row_pitch_;
    canvas_.push_clip({body_.x - 2, body_.y - 2, body_.width + 4, seen_ + 2});
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      const float top = grid_.top(r, view_.scroll);
      if (grid_.sees(top)) draw_row(r, top);
    }
    canvas_.pop_clip();
    scroll_mark(canvas_, {body_.x, body_.y, body_.width, seen_}, content, scroll);
  }

 private:
  float left(std::uint64_t bank) const { return grid_.box(bank, 0).x; }

  void draw_numbers() {
    const float middle = area_.y + kBankHeader / 2 - 2;
    LabelRow numbers;
    for (unsigned bank = 0; bank < access_.banks; ++bank) {
      numbers.add(fmt::format("{}", bank), left(bank) + width_ / 2);
      if (input_.link.bank == bank)
        canvas_.fill_rect({left(bank), area_.y + kBankHeader - 4, width_, 2}, Role::ink);
    }
    draw_labels(canvas_, numbers, middle, small_text(Role::second_ink), kBankNumberGap);
    text_at(canvas_, area_.x, middle, "bank", small_text(Role::second_ink));
  }

  // Scrolls to the first word that the shown pass serves.
  void show_pass() {
    if (view_.pass < 0) return;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      const auto end = words_.lower_bound((rows_[r] + 1) * access_.banks);
      const bool here =
          std::any_of(words_.lower_bound(rows_[r] * access_.banks), end,
                      [&](const auto& entry) { return served(entry.second, view_.pass) == Served::now; });
      if (!here) continue;
      const float top = static_cast<float>(r) * row_pitch_;
      view_.scroll =
          std::clamp(view_.scroll, top + row_pitch_ - seen_, std::max(top, top + row_pitch_ - seen_));
      return;
    }
  }

  void draw_row(std::size_t r, float top) {
    const std::uint64_t row = rows_[r];
    const auto labelled = static_cast<std::size_t>(std::ceil(kWordText / (row_pitch_ + 0.5f)));
    if (r % std::max<std::size_t>(1, labelled) == 0)
      text_at(canvas_, area_.x, top + word_height_ / 2,
              fmt::format("{}", static_cast<std::int64_t>(row * access_.banks)),
              small_text(Role::second_ink));
    for (unsigned bank = 0; bank < access_.banks; ++bank) {
      const std::uint64_t number = row * access_.banks + bank;
      const Rect box = grid_.box(bank, top);
      const auto word = words_.find(number);
      if (word == words_.end()) {
        canvas_.stroke_rect(box, Role::line, 1, 3);
      } else {
        draw_word(canvas_, box, word->second, served(word->second, view_.pass), in_conflict(access_, number),
                  bold_, form_);
        if (is_linked(word->second))
          canvas_.stroke_rect({box.x - 1, box.y - 1, box.width + 2, box.height + 2}, Role::ink, 2, 4);
      }
      if (input_.pointer.inside && box.contains(input_.pointer.at))
        hover(bank, number, word == words_.end() ? nullptr : &word->second);
    }
  }

  bool is_linked(const Word& word) const {
    return std::any_of(word.lanes.begin(), word.lanes.end(), [&](const AccessLane* lane) {
      return input_.link.lane == LaneId{access_.warp, lane->lane};
    });
  }

  void hover(unsigned bank, std::uint64_t number, const Word* word) {
    output_.hovered.bank = bank;
    output_.tooltip = fmt::format("word {} in bank {}", number, bank);
    if (word == nullptr) return;
    output_.hovered.lane = LaneId{access_.warp, word->lanes.front()->lane};
    output_.tooltip = lane_arithmetic(access_, word->lanes.front()->lane);
    if (access_.passes > 1)
      output_.tooltip +=
          fmt::format("\nserved in pass {} of {}", word->lanes.front()->pass + 1, access_.passes);
  }

  Canvas& canvas_;
  const Rect area_;
  const MemoryAccess& access_;
  MemoryAccessView& view_;
  const FigureInput& input_;
  FigureOutput& output_;
  const std::vector<std::uint64_t> rows_;
  const std::map<std::uint64_t, Word> words_;
  const BankGrid grid_;
  Rect body_;
  float width_ = 0, row_pitch_ = 0, word_height_ = 0, seen_ = 0;
  bool bold_ = false;
  int form_ = 0;
};

}  // namespace

void draw_banks(Canvas& canvas, const Rect& area, const MemoryAccess& access, MemoryAccessView& view,
                const FigureInput& input, FigureOutput& output) {
  BankPicture(canvas, area, access, view, input, output).draw();
}

void draw_bank_padding(Canvas& canvas, const MemoryAccess& access, const MemoryAccessView& view,
                       const TileRows& tile) {
  const std::vector<std::uint64_t> rows = word_rows(access);
  const std::map<std::uint64_t, Word> words = words_of(access);
  const BankGrid grid(view.drawn_picture, access.banks, rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (std::uint64_t bank = 0; bank < access.banks; ++bank) {
      const std::uint64_t number = rows[r] * access.banks + bank;
      const float top = grid.top(r, view.scroll);
      if (!tile.is_padding(number * access.bank_bytes) || words.contains(number) || !grid.sees(top)) continue;
      canvas.hatch_rect(grid.box(bank, top), Role::second_ink, 4);
      canvas.stroke_rect(grid.box(bank, top), Role::second_ink, 1, 3);
    }
}

float least_banks_height(const MemoryAccess& access) {
  return kBankHeader + static_cast<float>(word_rows(access).size()) * kLowestWordPitch + 1;
}

float banks_height(const MemoryAccess& access) {
  return kBankHeader + static_cast<float>(word_rows(access).size()) * kWordPitch;
}

}  // namespace lockstep::gui
