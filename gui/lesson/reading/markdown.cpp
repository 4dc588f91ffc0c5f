#include "gui/lesson/reading/markdown.hpp"

#include <fmt/format.h>
#include <md4c.h>

#include <algorithm>
#include <cstdlib>

#include "gui/lesson/reading/formula.hpp"

namespace lockstep::gui {
namespace {

// In code, replaces the private characters by the escaped braces that they represent, with the backslash.
// Other text keeps the private characters.
std::string with_braces(std::string_view text, bool in_code) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view two = text.substr(i, 2);
    const bool open = two == kOpenBrace, close = two == kCloseBrace;
    if (!in_code || (!open && !close)) {
      result += text[i];
      continue;
    }
    result += open ? "\\{" : "\\}";
    ++i;
  }
  return result;
}

// Replaces "&amp;" and similar entities; unknown entities are not changed.
std::string entity_text(std::string_view entity) {
  constexpr std::pair<std::string_view, std::string_view> known[] = {
      {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&nbsp;", "\xC2\xA0"}};
  for (const auto& [name, sign] : known)
    if (entity == name) return std::string(sign);
  return std::string(entity);
}

// Receives the events of md4c and makes blocks from them. Most events contain pointers into the text, from
// which the places in the text are computed.
class Receiver {
 public:
  Receiver(std::string_view text, LessonPlace from, std::vector<LessonFault>& faults)
      : text_(text), from_(from), faults_(faults) {}

  LessonBlocks parse() {
    MD_PARSER parser{};
    parser.flags = MD_FLAG_TABLES | MD_FLAG_LATEXMATHSPANS | MD_FLAG_NOHTML | MD_FLAG_NOINDENTEDCODEBLOCKS;
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
      return static_cast<Receiver*>(self)->enter_block(type, detail);
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void*, void* self) {
      return static_cast<Receiver*>(self)->leave_block(type);
    };
    parser.enter_span = [](MD_SPANTYPE type, void* detail, void* self) {
      return static_cast<Receiver*>(self)->enter_span(type, detail);
    };
    parser.leave_span = [](MD_SPANTYPE type, void*, void* self) {
      return static_cast<Receiver*>(self)->leave_span(type);
    };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* self) {
      return static_cast<Receiver*>(self)->text(type, {text, size});
    };
    md_parse(text_.data(), static_cast<MD_SIZE>(text_.size()), &parser, this);
    return std::move(blocks_);
  }

 private:
  using Kind = LessonBlock::Kind;

  struct List {
    bool ordered = false;
    unsigned next = 1;
  };

  LessonBlock& begin(Kind kind) {
    LessonBlock block;
    block.kind = kind;
    block.quoted = quotes_ > 0;
    block.place = last_place_;
    blocks_.push_back(std::move(block));
    open_ = true;
    return blocks_.back();
  }

  void begin_item() {
    LessonBlock& block = begin(Kind::item);
    block.level = static_cast<unsigned>(lists_.size());
    block.marker = std::exchange(marker_, {});
  }

  int enter_block(MD_BLOCKTYPE type, void* detail) {
    switch (type) {
      case MD_BLOCK_QUOTE:
        ++quotes_;
        break;
      case MD_BLOCK_UL:
        lists_.push_back({false, 1});
        open_ = false;
        break;
      case MD_BLOCK_OL:
        lists_.push_back({true, static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start});
        open_ = false;
        break;
      case MD_BLOCK_LI:
        marker_ = lists_.back().ordered ? fmt::format("{}.", lists_.back().next++) : "•";
        open_ = false;
        break;
      case MD_BLOCK_H:
        begin(Kind::heading).level = static_cast<MD_BLOCK_H_DETAIL*>(detail)->level;
        break;
      case MD_BLOCK_P:
        if (lists_.empty())
          begin(Kind::paragraph);
        else
          begin_item();
        break;
      case MD_BLOCK_CODE:
        begin(Kind::code).level = static_cast<unsigned>(lists_.size());
        break;
      case MD_BLOCK_TABLE:
        begin(Kind::table);
        break;
      case MD_BLOCK_TR:
        blocks_.back().rows.emplace_back();
        break;
      case MD_BLOCK_TH:
      case MD_BLOCK_TD:
        begin_cell(static_cast<MD_BLOCK_TD_DETAIL*>(detail)->align);
        break;
      default:
        break;
    }
    return 0;
  }

  void begin_cell(MD_ALIGN align) {
    LessonBlock& table = blocks_.back();
    table.rows.back().emplace_back();
    if (table.rows.size() == 1)
      table.columns.push_back(align == MD_ALIGN_RIGHT    ? Align::right
                              : align == MD_ALIGN_CENTER ? Align::centre
                                                         : Align::left);
  }

  int leave_block(MD_BLOCKTYPE type) {
    if (type == MD_BLOCK_QUOTE) --quotes_;
    if (type == MD_BLOCK_UL || type == MD_BLOCK_OL) lists_.pop_back();
    const bool is_part_of_table = type == MD_BLOCK_TD || type == MD_BLOCK_TH || type == MD_BLOCK_TR ||
                                  type == MD_BLOCK_THEAD || type == MD_BLOCK_TBODY;
    if (!is_part_of_table) open_ = false;
    return 0;
  }

  static std::string attribute(const MD_ATTRIBUTE& attribute) {
    return {attribute.text, attribute.text + attribute.size};
  }

  int enter_span(MD_SPANTYPE type, void* detail) {
    switch (type) {
      case MD_SPAN_EM:
        ++emphasis_;
        break;
      case MD_SPAN_STRONG:
        ++strong_;
        break;
      case MD_SPAN_CODE:
        kind_ = LessonInline::Kind::code;
        break;
      case MD_SPAN_A:
        target_ = attribute(static_cast<MD_SPAN_A_DETAIL*>(detail)->href);
        break;
      case MD_SPAN_IMG:
        picture_ = attribute(static_cast<MD_SPAN_IMG_DETAIL*>(detail)->src);
        picture_text_.clear();
        in_picture_ = true;
        break;
      case MD_SPAN_LATEXMATH:
      case MD_SPAN_LATEXMATH_DISPLAY:
        formula_.clear();
        kind_ = LessonInline::Kind::formula;
        break;
      default:
        break;
    }
    return 0;
  }

  int leave_span(MD_SPANTYPE type) {
    switch (type) {
      case MD_SPAN_EM:
        --emphasis_;
        break;
      case MD_SPAN_STRONG:
        --strong_;
        break;
      case MD_SPAN_A:
        target_.clear();
        break;
      case MD_SPAN_IMG:
        put_picture();
        break;
      case MD_SPAN_LATEXMATH:
      case MD_SPAN_LATEXMATH_DISPLAY:
        for (LessonInline& piece : parse_formula(formula_, last_place_, faults_)) put(std::move(piece));
        break;
      default:
        break;
    }
    if (type == MD_SPAN_CODE || type == MD_SPAN_LATEXMATH || type == MD_SPAN_LATEXMATH_DISPLAY)
      kind_ = LessonInline::Kind::text;
    return 0;
  }

  void put_picture() {
    in_picture_ = false;
    LessonInline piece;
    piece.kind = LessonInline::Kind::picture;
    piece.text = picture_text_;
    piece.target = picture_;
    piece.place = last_place_;
    put(std::move(piece));
  }

  // Returns the text to which a piece of text is appended. Null if there is no such text. In a tight list,
  // text is not in a paragraph, so a block is added first.
  LessonText* place_for_text() {
    if (!open_) {
      if (lists_.empty()) return nullptr;
      begin_item();
    }
    LessonBlock& block = blocks_.back();
    return block.kind == Kind::table ? &block.rows.back().back() : &block.text;
  }

  void put(LessonInline piece) {
    LessonText* text = place_for_text();
    if (text == nullptr) return;
    if (!text->empty()) {
      LessonInline& last = text->back();
      if (piece.kind == LessonInline::Kind::text && last.kind == piece.kind && last.strong == piece.strong &&
          last.emphasis == piece.emphasis && last.target == piece.target) {
        last.text += piece.text;
        return;
      }
    }
    text->push_back(std::move(piece));
  }

  void note_place(std::string_view text) {
    const std::less_equal<const char*> before;
    const char *begin = text_.data(), *end = begin + text_.size();
    if (!before(begin, text.data()) || !before(text.data(), end)) return;
    // Texts arrive in order, so only the lines after the last place are counted.
    const auto offset = static_cast<std::size_t>(text.data() - begin);
    if (offset < counted_) counted_ = 0, counted_place_ = from_;
    last_place_ = counted_place_ = place_in(text_.substr(counted_), offset - counted_, counted_place_);
    counted_ = offset;
    if (!blocks_.empty() && open_ && blocks_.back().text.empty() && blocks_.back().code.empty() &&
        blocks_.back().rows.size() <= 1)
      blocks_.back().place = last_place_;
  }

  int text(MD_TEXTTYPE type, std::string_view text) {
    note_place(text);
    if (open_ && blocks_.back().kind == Kind::code) {
      blocks_.back().code += with_braces(text, true);
      return 0;
    }
    if (type == MD_TEXT_LATEXMATH) {
      formula_ += with_braces(text, true);
      return 0;
    }
    LessonInline piece;
    piece.kind = kind_;
    piece.strong = strong_ > 0;
    piece.emphasis = emphasis_ > 0;
    piece.target = target_;
    piece.place = last_place_;
    if (type == MD_TEXT_BR)
      piece.kind = LessonInline::Kind::line_break;
    else if (type == MD_TEXT_SOFTBR)
      piece.text = " ";
    else if (type == MD_TEXT_ENTITY)
      piece.text = entity_text(text);
    else
      piece.text = with_braces(text, kind_ == LessonInline::Kind::code);
    if (in_picture_)
      picture_text_ += piece.text;
    else
      put(std::move(piece));
    return 0;
  }

  std::string_view text_;
  LessonPlace from_, last_place_ = from_, counted_place_ = from_;
  std::size_t counted_ = 0;  // bytes of the text before counted_place_
  std::vector<LessonFault>& faults_;
  LessonBlocks blocks_;
  bool open_ = false;  // whether text is appended to the last block
  std::vector<List> lists_;
  std::string marker_;
  int quotes_ = 0, strong_ = 0, emphasis_ = 0;
  LessonInline::Kind kind_ = LessonInline::Kind::text;
  std::string target_, picture_, picture_text_, formula_;
  bool in_picture_ = false;
};

}  // namespace

LessonPlace place_in(std::string_view text, std::size_t offset, LessonPlace from) {
  for (const char c : text.substr(0, std::min(offset, text.size()))) {
    if (c == '\n')
      from = {from.line + 1, 1};
    else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80)
      ++from.column;
  }
  return from;
}

LessonBlocks parse_markdown(std::string_view text, LessonPlace from, std::vector<LessonFault>& faults) {
  return Receiver(text, from, faults).parse();
}

LessonText parse_markdown_line(std::string_view text, LessonPlace from, std::vector<LessonFault>& faults) {
  LessonText line;
  for (LessonBlock& block : parse_markdown(text, from, faults)) {
    if (!line.empty()) line.push_back({LessonInline::Kind::line_break, "", false, false, 0, "", block.place});
    for (LessonInline& piece : block.text) line.push_back(std::move(piece));
    if (block.kind == LessonBlock::Kind::code)
      line.push_back({LessonInline::Kind::code, block.code, false, false, 0, "", block.place});
  }
  return line;
}

}  // namespace lockstep::gui
