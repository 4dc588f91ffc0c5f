#include <algorithm>
#include <limits>

#include "core/plan/language.hpp"
#include "gui/canvas/text.hpp"
#include "gui/editor/code_colours.hpp"
#include "gui/editor/text_words.hpp"
#include "gui/pages/step/present/cards.hpp"
#include "gui/pages/step/present/layout.hpp"
#include "gui/pages/step/present/seen_rows.hpp"
#include "gui/pages/step/source/code_rows.hpp"
#include "gui/pages/step/source/form_model.hpp"

namespace lockstep::gui {
namespace {

constexpr TextStyle kPresentCode{Font::code, Role::ink, Align::left, kPresentedCode};

std::size_t indent_of(const std::string& text) {
  const std::size_t indent = text.find_first_not_of(' ');
  return indent == std::string::npos ? std::numeric_limits<std::size_t>::max() : indent;
}

// Returns the number of comment lines above the first code. These lines are hidden, because they describe
// what the kernel shows, and a question to the audience may come first.
std::size_t lines_of_head(const std::vector<SourceLine>& lines) {
  bool in_comment = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view text =
        std::string_view(lines[i].text)
            .substr(std::min(lines[i].text.find_first_not_of(' '), lines[i].text.size()));
    in_comment = in_comment || text.starts_with("/*");
    if (!in_comment && !text.empty() && !text.starts_with("//")) return i;
    if (text.find("*/") != std::string_view::npos) in_comment = false;
  }
  return 0;
}

class PresentedSource final : public Panel {
 public:
  std::string_view help() const override {
    return "The kernel around the next line, in large type, without the indentation that all its "
           "lines share.";
  }
  float wanted_height(PanelContext&, float) override { return 3 * kPresentedRow + 2 * kPresentedPadding; }

  void draw(const Rect& card, PanelContext& context) override {
    context.ui.card(card);
    take_text(context);
    if (lines_.empty()) return;
    const Canvas& canvas = context.ui.canvas;
    const float advance = canvas.text_width("0000000000", kPresentCode) / 10;
    const float gutter = kPresentedPadding + advance * 3 + 10;
    const auto columns = static_cast<std::size_t>(std::max(12.0f, (card.width - gutter - 6) / advance));
    const auto fitting = static_cast<std::size_t>(
        std::max(1.0f, (card.height - 2 * kPresentedPadding + 4.5f) / kPresentedRow));
    follow(context);
    const SeenLines lines = lines_to_show(context);
    shift(lines.line, fitting);
    const std::vector<CodeRow> rows = make_code_rows(shifted_, columns);
    const SeenRows seen = seen_rows(rows, lines, fitting);
    const std::size_t next = index_of(context.moment.line);
    Rect row{card.x + 1, card.y + kPresentedPadding - 2, card.width - 2, kPresentedRow};
    for (std::size_t i = seen.first; i < seen.last; ++i, row.y += row.height)
      draw_row(context.ui.canvas, rows[i], row, gutter, advance,
               context.moment.line != 0 && rows[i].line == next);
  }

 private:
  void take_text(const PanelContext& context) {
    const std::size_t program = context.session.shown_program(context.state);
    const std::string* edited = context.state.edited_text(program);
    const std::string& text = edited ? *edited : context.session.original(program).text;
    const std::string id = context.state.source_key(program);
    const Run* run = context.session.run();
    const std::uint64_t number = run == nullptr ? 0 : run->number;
    const sim::translation::SourceForm form = context.state.source_form;
    if (id == source_ && text == text_ && number == run_ && form == form_) return;
    if (id != source_) line_ = 0;
    source_ = id;
    text_ = text;
    run_ = number;
    form_ = form;
    const bool is_cuda = form == sim::translation::SourceForm::cuda;
    language_ = is_cuda ? Language::cuda : language_of(context.session.original(program).path);
    coloured_.clear();
    const std::vector<std::string> all = split_lines(text);
    const std::vector<Diagnostic> none;
    lines_ = prepare_source({all, nullptr, {}, 0, {}, none});
    head_ = lines_of_head(lines_);
    above_ = 0;
    if (line_ == 0) line_ = first_statement();
    if (form != sim::translation::SourceForm::opencl && run != nullptr)
      take_form(run->trace->plan(), program);
  }
  // Shows the selected form if it contains the lines of the kernel. Other forms cannot be stepped through.
  void take_form(const Plan& plan, std::size_t program) {
    const std::vector<FormModel> forms = make_forms(plan, program);
    const auto wanted = static_cast<std::size_t>(form_);
    if (wanted >= forms.size() || !forms[wanted].refused.empty() || forms[wanted].shared == 0) return;
    lines_ = form_lines(forms[wanted], nullptr, {}, 0, {});
    head_ = lines_of_head(lines_);
    above_ = forms[wanted].above;
  }
  // Determines the line to show: the next line, or at the end of the run the last executed line.
  void follow(const PanelContext& context) {
    if (context.moment.line != 0) line_ = context.moment.line;
    const Run* run = context.session.run();
    if (context.moment.line != 0 || run == nullptr || run->trace->size() == 0) return;
    const sim::TraceRecord last = run->trace->at(run->trace->size() - 1);
    if (run->trace->plan().launches[last.moment.launch].program ==
        context.session.shown_program(context.state))
      line_ = run->trace->range_at(run->trace->size() - 1).line;
  }
  // Returns the index of a line of the kernel in the shown text.
  std::size_t index_of(std::uint32_t line) const {
    return std::min<std::size_t>(above_ + std::max<std::uint32_t>(line, 1), lines_.size()) - 1;
  }
  // If a key of the talk has moved the playhead to the answer or to the complete figure, the lines that the
  // page speaks of stay: those that its text names, and the next line of the moment before. The line of
  // the access that the card of the memory shows is also visible.
  SeenLines lines_to_show(const PanelContext& context) const {
    std::vector<std::uint32_t> lines = named_lines(context.talk.text());
    const std::uint32_t kept = kept_line(context);
    const std::uint32_t access = accessed_line(context);
    if (access != 0) lines.insert(kept == 0 ? lines.begin() : lines.end(), access);
    if (kept != 0) {
      lines.push_back(kept);
      lines.push_back(context.moment.line);
    } else {
      lines.insert(lines.begin(), line_);
    }
    std::erase_if(lines, [&](std::uint32_t line) { return line == 0 || above_ + line > lines_.size(); });
    SeenLines shown;
    for (const std::uint32_t line : lines) shown.also.push_back(index_of(line));
    shown.line = shown.also.empty() ? 0 : shown.also.front();
    shown.least = std::min(head_, shown.line);
    return shown;
  }
  // Returns the next line of the moment before the talk moved the playhead; 0: the source follows the
  // playhead.
  static std::uint32_t kept_line(const PanelContext& context) {
    const Run* run = context.session.run();
    if (run == nullptr) return 0;
    const auto kept = context.talk.moment_before_answer(context.moment.position, run->trace->size());
    return kept ? line_at(context, *run, *kept) : 0;
  }
  static std::uint32_t accessed_line(const PanelContext& context) {
    const Run* run = context.session.run();
    if (run == nullptr || !context.state.show.has(ShowCard::memory)) return 0;
    const MemoryAccess& access = run->figures->memory_access(context.moment.position);
    return access.present && line_at(context, *run, access.position) == access.line ? access.line : 0;
  }
  // Returns the line that is executed at a moment; 0 if the shown program does not contain it.
  static std::uint32_t line_at(const PanelContext& context, const Run& run, std::uint64_t position) {
    const sim::Trace& trace = *run.trace;
    if (position >= trace.size()) return 0;
    const std::size_t program = trace.plan().launches[trace.at(position).moment.launch].program;
    return program == context.session.shown_program(context.state) ? trace.range_at(position).line : 0;
  }
  // Returns the first line of the kernel, which is shown before the first step.
  std::uint32_t first_statement() const {
    for (const SourceLine& line : lines_)
      if (line.text.starts_with("__kernel") || line.text.starts_with("kernel") ||
          line.text.starts_with("__global__"))
        return line.number;
    return 1;
  }

  // Removes the common indentation of the lines near `line`, so that fewer long lines are broken.
  void shift(std::size_t line, std::size_t count) {
    const std::size_t before = count / 2;
    const std::size_t first = line > before ? line - before : 0,
                      last = std::min(lines_.size(), line + before + 1);
    std::size_t shared = std::numeric_limits<std::size_t>::max();
    for (std::size_t i = first; i < last; ++i) shared = std::min(shared, indent_of(lines_[i].text));
    if (shared == std::numeric_limits<std::size_t>::max()) shared = 0;
    shifted_ = lines_;
    std::vector<std::string> texts;
    for (SourceLine& one : shifted_) {
      one.text.erase(0, std::min({shared, indent_of(one.text), one.text.size()}));
      texts.push_back(one.text);
    }
    if (texts != coloured_) {
      colours_ = colour_code(texts, language_);
      coloured_ = std::move(texts);
    }
  }

  void draw_row(Canvas& canvas, const CodeRow& row, const Rect& rect, float gutter, float advance,
                bool next) {
    if (next) {
      canvas.fill_rect(rect, Role::acts_pale);
      canvas.fill_rect({rect.x, rect.y, 5, rect.height}, Role::acts);
    }
    const SourceLine& line = shifted_[row.line];
    if (row.first() && line.number != 0) {
      const TextStyle number{Font::text, next ? Role::ink : Role::second_ink, Align::right, 13};
      canvas.text({rect.x + gutter - 12, top_for_centre(rect.centre().y, number)},
                  std::to_string(line.number), number);
    }
    const float left = rect.x + gutter + advance * static_cast<float>(row.indent);
    const auto piece = [&](std::size_t begin, std::size_t end, CodeKind kind) {
      begin = std::max(begin, row.begin);
      end = std::min(end, row.end);
      if (begin >= end) return;
      TextStyle style = code_style(kind);
      style.size = kPresentedCode;
      const float x = left + advance * static_cast<float>(count_columns(line.text, row.begin, begin));
      canvas.text({x, top_for_centre(rect.centre().y, style)},
                  std::string_view(line.text).substr(begin, end - begin), style);
    };
    std::size_t reached = row.begin;
    for (const CodeSpan& span : colours_[row.line]) {
      piece(reached, span.begin, CodeKind::plain);
      piece(span.begin, span.end, span.kind);
      reached = std::max(reached, span.end);
    }
    piece(reached, row.end, CodeKind::plain);
  }

  std::string source_, text_;
  std::uint64_t run_ = 0;  // number of the run; 0: none
  sim::translation::SourceForm form_ = sim::translation::SourceForm::opencl;
  std::uint32_t line_ = 0;  // the line around which the rows are shown
  std::size_t above_ = 0;   // lines of the form above the kernel's first line
  std::size_t head_ = 0;    // number of hidden lines
  std::vector<SourceLine> lines_, shifted_;
  std::vector<std::string> coloured_;
  Language language_ = Language::opencl_c;
  std::vector<LineColours> colours_;
};

}  // namespace

std::unique_ptr<Panel> make_presented_source() { return std::make_unique<PresentedSource>(); }

}  // namespace lockstep::gui
