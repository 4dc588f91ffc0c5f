#include "gui/lesson/export/html_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "gui/canvas/svg.hpp"

namespace lockstep::gui {
namespace {

using Kind = LessonInline::Kind;

std::string tagged(std::string_view tag, std::string_view text) {
  return fmt::format("<{0}>{1}</{0}>", tag, text);
}

std::string html_of_piece(const LessonInline& piece, const HtmlContext& context) {
  std::string html = escape_html(piece.text);
  switch (piece.kind) {
    case Kind::line_break:
      return "<br>";
    case Kind::picture:
      return fmt::format("<img src=\"{}\" alt=\"{}\">", context.picture(piece.target), html);
    case Kind::code:
      html = tagged("code", html);
      break;
    case Kind::formula:
      if (piece.script != 0) html = tagged(piece.script > 0 ? "sup" : "sub", html);
      html = fmt::format("<span class=\"formula\">{}</span>", html);
      break;
    case Kind::text:
      break;
  }
  if (piece.emphasis) html = tagged("em", html);
  if (piece.strong) html = tagged("strong", html);
  if (!piece.is_link()) return html;
  const std::string href = context.href(piece.target);
  return href.empty() ? html : fmt::format("<a href=\"{}\">{}</a>", escape_html(uri_of(href)), html);
}

// Writes blocks as HTML. In LessonBlocks, list items are consecutive blocks with a depth; in HTML, lists are
// nested elements.
class Writer {
 public:
  explicit Writer(const HtmlContext& context) : context_(context) {}

  std::string write(const LessonBlocks& blocks) {
    for (const LessonBlock& block : blocks) {
      if (block.kind != LessonBlock::Kind::item && block.kind != LessonBlock::Kind::code) close_lists(0);
      if (block.kind == LessonBlock::Kind::code && block.level < lists_.size()) close_lists(block.level);
      quote(block.quoted);
      one(block);
    }
    close_lists(0);
    quote(false);
    return std::move(html_);
  }

 private:
  void quote(bool wanted) {
    if (wanted == quoted_) return;
    quoted_ = wanted;
    html_ += wanted ? "<blockquote>\n" : "</blockquote>\n";
  }

  // Closes all lists that are deeper than `depth`.
  void close_lists(std::size_t depth) {
    while (lists_.size() > depth) {
      html_ += fmt::format("</li>\n</{}>\n", lists_.back());
      lists_.pop_back();
    }
  }

  void item(const LessonBlock& block) {
    const bool numbered = !block.marker.empty() && block.marker != "•";
    if (block.marker.empty() && lists_.size() >= block.level) {
      close_lists(block.level);
      html_ += tagged("p", text(block.text)) + "\n";
      return;
    }
    close_lists(block.level);
    const std::string_view tag = numbered ? "ol" : "ul";
    if (lists_.size() == block.level && lists_.back() != tag) close_lists(block.level - 1);
    if (lists_.size() == block.level) {
      html_ += "</li>\n";
    } else {
      const std::string first = block.marker.substr(0, block.marker.size() - 1);
      html_ +=
          numbered && first != "1" ? fmt::format("<ol start=\"{}\">\n", first) : fmt::format("<{}>\n", tag);
      lists_.push_back(tag);
    }
    html_ += "<li>" + text(block.text);
  }

  void table(const LessonBlock& block) {
    html_ += "<div class=\"wide\"><table>\n";
    for (std::size_t r = 0; r < block.rows.size(); ++r) {
      html_ += r == 0 ? "<thead><tr>" : "<tr>";
      for (std::size_t c = 0; c < block.rows[r].size(); ++c) {
        const Align align = c < block.columns.size() ? block.columns[c] : Align::left;
        const std::string_view how = align == Align::right    ? " class=\"right\""
                                     : align == Align::centre ? " class=\"centre\""
                                                              : "";
        html_ += fmt::format("<{0}{1}>{2}</{0}>", r == 0 ? "th" : "td", how, text(block.rows[r][c]));
      }
      html_ += r == 0 ? "</tr></thead>\n<tbody>\n" : "</tr>\n";
    }
    html_ += "</tbody></table></div>\n";
  }

  void one(const LessonBlock& block) {
    switch (block.kind) {
      case LessonBlock::Kind::heading:
        html_ += fmt::format("<h{0}>{1}</h{0}>\n", std::max(block.level, context_.least_heading),
                             text(block.text));
        break;
      case LessonBlock::Kind::paragraph:
        html_ += tagged("p", text(block.text)) + "\n";
        break;
      case LessonBlock::Kind::item:
        item(block);
        break;
      case LessonBlock::Kind::code:
        html_ += fmt::format("<pre><code>{}</code></pre>\n", escape_html(block.code));
        break;
      case LessonBlock::Kind::table:
        table(block);
        break;
      case LessonBlock::Kind::question:
        html_ += context_.question(block.question);
        break;
    }
  }

  std::string text(const LessonText& words) const { return html_of(context_.values(words), context_); }

  const HtmlContext& context_;
  std::string html_;
  std::vector<std::string_view> lists_;
  bool quoted_ = false;
};

}  // namespace

std::string uri_of(std::string_view target) {
  std::string uri;
  for (const char c : target) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80)
      uri += c;
    else
      uri += fmt::format("%{:02X}", byte);
  }
  return uri;
}

std::string escape_html(std::string_view text) { return escape_xml(text); }

std::string html_of(const LessonText& text, const HtmlContext& context) {
  std::string html;
  for (const LessonInline& piece : text) html += html_of_piece(piece, context);
  return html;
}

std::string html_of(const LessonBlocks& blocks, const HtmlContext& context) {
  return Writer(context).write(blocks);
}

}  // namespace lockstep::gui
