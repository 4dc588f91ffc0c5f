#include "gui/overlays/launch_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>

#include "core/base/files/path_text.hpp"
#include "core/base/text/text.hpp"
#include "core/plan/input_words.hpp"
#include "core/plan/sizes_text.hpp"
#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;
using ArgumentKind = DescribedArgument::Kind;
using Expected = DescribedExpectation::Kind;

constexpr float kFormPadding = 22, kFormField = 28, kFormText = 200, kFormGap = 8;

std::string taken_count(const std::string& text, std::uint64_t& value, std::uint64_t least) {
  const Result<std::uint64_t> count = read_count(text, {least});
  if (!count) return count.error().message;
  value = *count;
  return {};
}

struct FillChoice {
  std::string_view label, fill;
};
constexpr FillChoice kFills[] = {{"nothing (uninitialised)", ""},
                                 {"zeros", "0"},
                                 {"ones", "1"},
                                 {"0, 1, 2 …", "iota"},
                                 {"random, 1 to 9", "random:1"},
                                 {"random, 0 to 15", "random:1:0..15"},
                                 {"random, 0 to 99", "random:1:0..99"}};

struct ExpectedChoice {
  std::string_view label;
  Expected kind;
  Operator op = Operator::sum;
  bool by_group = false;
};
constexpr ExpectedChoice kExpected[] = {{"nothing: not checked", Expected::nothing},
                                        {"values, typed or a file", Expected::values},
                                        {"sum of", Expected::reduction, Operator::sum},
                                        {"product of", Expected::reduction, Operator::product},
                                        {"min of", Expected::reduction, Operator::min},
                                        {"max of", Expected::reduction, Operator::max},
                                        {"each group's sum of", Expected::reduction, Operator::sum, true},
                                        {"each group's min of", Expected::reduction, Operator::min, true},
                                        {"each group's max of", Expected::reduction, Operator::max, true},
                                        {"inclusive scan of", Expected::inclusive_scan},
                                        {"exclusive scan of", Expected::exclusive_scan}};

std::size_t chosen_expectation(const DescribedExpectation& expected) {
  for (std::size_t i = 0; i < std::size(kExpected); ++i)
    if (kExpected[i].kind == expected.kind &&
        (expected.kind != Expected::reduction ||
         (kExpected[i].op == expected.op && kExpected[i].by_group == expected.by_group)))
      return i;
  return 0;
}

// Returns whether the argument may change from one repetition to the next. Scalars may change, but
// samplers cannot.
bool has_next(const DescribedArgument& argument) {
  return argument.kind == ArgumentKind::scalar && argument.type != "sampler_t";
}

template <class T>
std::size_t index_of(const std::vector<T>& list, const T& value) {
  return static_cast<std::size_t>(std::ranges::find(list, value) - list.begin());
}

}  // namespace

void LaunchForm::begin(ActionContext& context) {
  context.activity.playing = had_keyboard_ = left_ = wanted_ = false;
  focused_.clear();
  forget_fields();
  of_ = context.state;
  draft_ = LaunchDraft(of_);
  opened_ = draft_.own();
  if (!kept_ || kept_->kernel_file != of_.kernel_file || kept_->launch != of_.launch) return;
  AppState changed = of_;
  changed.launch = kept_->changed;
  draft_ = LaunchDraft(changed);
}

void LaunchForm::change(const std::function<void()>& edit) {
  edit();
  draft_.check();
}

void LaunchForm::forget_fields() {
  fields_.clear();
  refused_.clear();
}

void LaunchForm::label(Ui& ui, const Rect& row, float width, std::string_view text) {
  ui.canvas.text({row.x, top_for_centre(row.y + kFormField / 2, kQuiet)},
                 fit_text(ui.canvas, text, kQuiet, width - 6), kQuiet);
}

void LaunchForm::text(Ui& ui, const std::string& key, const Rect& rect, const std::string& now,
                      std::string_view hint, const Taken& take) {
  LineField& field = fields_[key];
  const std::string id = "launch-" + key;
  const bool is_mine = focused_ == key;
  if (!is_mine && !refused_.contains(key) && field.text() != now) field.set(now, false);
  if (ui.focus == id && ui.focus_moved && !is_mine) {
    focused_ = key;
    field.set(now, true);
  }
  if (is_mine && had_keyboard_ && field.type(ui.typed)) {
    const std::string why = take(field.text());
    refused_.erase(key);
    if (!why.empty()) refused_[key] = why;
    draft_.check();
  }
  if (field.draw(ui, id, rect, focused_ == key, hint) && !is_mine) {
    focused_ = key;
    field.set(now, true);
  }
  mark(ui, key, rect);
}

float LaunchForm::draw_head(PanelContext& context, const Rect& row) {
  Ui& ui = context.ui;
  LaunchDescription& all = draft_.all();
  // The names in the combo box of launches.
  std::vector<std::string> names;
  for (std::size_t i = 0; i < all.launches.size(); ++i)
    names.push_back(fmt::format("{}. {}", i + 1, all.launches[i].kernel));
  label(ui, row, kFormLabel, "Launch");
  float x = row.x + kFormLabel;
  const auto box = [&](float width) {
    const Rect rect{x, row.y, width, kFormField};
    x += width + kFormGap;
    return rect;
  };
  if (const auto other = ui.combo_box("launch-shown", box(210), "", names[draft_.shown()], names,
                                      draft_.shown(), "Launches run in this order")) {
    draft_.show(*other);
    focused_.clear();
    fields_.clear();
  }
  if (ui.button("launch-add", box(104), "Add launch", "Another launch after these")) {
    draft_.add_launch();
    fields_.clear();
  }
  if (all.launches.size() > 1 &&
      ui.button("launch-remove", box(80), "Remove", "Remove the launch that is shown")) {
    draft_.remove_launch();
    forget_fields();
  }
  label(ui, {x + 6, row.y, 120, kFormField}, 126, "all launches, times");
  x += 126;
  text(ui, "repeat", box(52), std::to_string(all.repeat), "1",
       [&](const std::string& typed) { return taken_count(typed, all.repeat, 1); });
  float y = draw_errors(ui, row, "repeat");

  const std::string key = fmt::format("launches[{}]", draft_.shown());
  const Rect second{row.x, y, row.width, kFormField};
  label(ui, second, kFormLabel, "Kernel");
  std::vector<std::string> kernels;
  for (const OwnKernel& kernel : draft_.kernels()) kernels.push_back(kernel.name);
  x = row.x + kFormLabel;
  const auto next = [&](float width) {
    const Rect rect{x, y, width, kFormField};
    x += width + kFormGap;
    return rect;
  };
  if (const auto other =
          ui.combo_box("launch-kernel", next(210), "", draft_.launch().kernel, kernels,
                       index_of(kernels, draft_.launch().kernel), "The kernel of this launch")) {
    // The launch, or the whole form if there is only one launch, is proposed again, so no field of it keeps
    // an invalid text.
    std::erase_if(refused_, [&](const auto& refused) {
      return all.launches.size() == 1 || refused.first.starts_with(key + ".");
    });
    draft_.choose_kernel(kernels[*other]);
    fields_.clear();
  }
  mark(ui, key + ".kernel", {row.x + kFormLabel, y, 210, kFormField});
  const NdRange& range = draft_.launch().range;
  const auto take_sizes = [this](void (LaunchDraft::*take)(const std::vector<std::uint64_t>&)) {
    return [this, take](const std::string& typed) -> std::string {
      const auto sizes = read_extents(typed);
      if (!sizes) return sizes.error().message;
      (draft_.*take)(*sizes);
      return {};
    };
  };
  label(ui, {x, y, 70, 0}, 76, "global size");
  x += 74;
  text(ui, key + ".global", next(104), sizes_text(range.global_size, range.dimensions), "64 or 16,16",
       take_sizes(&LaunchDraft::set_global_size));
  label(ui, {x, y, 60, 0}, 66, "local size");
  x += 66;
  text(ui, key + ".local", next(88), sizes_text(range.local_size, range.dimensions), "16 or 4,4",
       take_sizes(&LaunchDraft::set_local_size));
  label(ui, {x, y, 40, 0}, 46, "times");
  x += 42;
  text(ui, key + ".repeat", next(48), std::to_string(draft_.launch().repeat), "1",
       [&](const std::string& typed) { return taken_count(typed, draft_.launch().repeat, 1); });
  float below = y + kFormRow;
  for (const char* part : {".kernel", ".global", ".local", ".repeat"})
    if (const float end = draw_errors(ui, {row.x, below - kFormRow, row.width, kFormField}, key + part);
        end > below)
      below = end;

  const Rect third{row.x, below, row.width, kFormField};
  label(ui, third, kFormLabel, "Afterwards");
  const std::vector<std::string> buffers = draft_.buffer_names();
  std::vector<std::string> labels{"swap nothing"};
  std::vector<Swap> swaps{{}};
  for (std::size_t i = 0; i < buffers.size(); ++i)
    for (std::size_t j = i + 1; j < buffers.size(); ++j) {
      labels.push_back(fmt::format("swap {} and {}", buffers[i], buffers[j]));
      swaps.emplace_back(buffers[i], buffers[j]);
    }
  const std::vector<Swap>& now = draft_.launch().swaps;
  const std::size_t chosen = now.empty() ? 0 : index_of(swaps, now.front());
  if (const auto other = ui.combo_box("launch-swap", {row.x + kFormLabel, below, 210, kFormField}, "",
                                      chosen < labels.size() ? labels[chosen] : "other swaps", labels, chosen,
                                      "After each repetition, as a host program exchanges its two buffers"))
    change([&] {
      draft_.launch().swaps.clear();
      if (*other > 0) draft_.launch().swaps.push_back(swaps[*other]);
    });
  label(ui, {row.x + kFormLabel + 222, below, 90, 0}, 94, "build options");
  text(ui, "options", {row.x + kFormLabel + 312, below, row.width - kFormLabel - 312, kFormField},
       all.options, "-D N=16", [&](const std::string& typed) {
         draft_.set_options(typed);
         return std::string();
       });
  mark(ui, key + ".swap", {row.x + kFormLabel, below, 210, kFormField});
  return std::max(draw_errors(ui, third, key + ".swap"), draw_errors(ui, third, "options"));
}

float LaunchForm::draw_arguments(Ui& ui, Rect row) {
  ui.canvas.text({row.x, row.y}, "Arguments, in the kernel's order", kTitle);
  row.y += 24;
  const std::string key = fmt::format("launches[{}].arguments", draft_.shown());
  // The explanation is shown only if an argument can change from one repetition to the next.
  const bool repeats = draft_.all().repeat > 1 || draft_.launch().repeat > 1;
  if (repeats && std::ranges::any_of(draft_.launch().arguments, has_next))
    row.y = ui.paragraph({row.x, row.y - 4, row.width, kFormText},
                         fmt::format("Then, each time: {}.", kNextWords), kQuiet, 1.3f) +
            6;
  for (std::size_t i = 0; i < draft_.launch().arguments.size(); ++i) {
    draw_argument(ui, row, i);
    row.y = draw_errors(ui, row, fmt::format("{}[{}]", key, i));
  }
  if (const std::string wrong = error_of(key); !wrong.empty())
    row.y = ui.paragraph({row.x, row.y, row.width, kFormText}, wrong, kFormWrong, 1.3f) + 6;
  return row.y + 4;
}

void LaunchForm::draw_argument(Ui& ui, const Rect& row, std::size_t index) {
  DescribedArgument& argument = draft_.launch().arguments[index];
  const std::string key = fmt::format("launches[{}].arguments[{}]", draft_.shown(), index);
  const float names = row.width * 0.4f;
  const OwnKernel* kernel = draft_.kernel();
  label(ui, row, names,
        kernel != nullptr && index < kernel->parameters.size() ? kernel->parameters[index] : std::string());
  Rect rect{row.x + names, row.y, 200, kFormField};
  if (argument.kind == ArgumentKind::buffer) {
    const std::vector<std::string> names_of_buffers = draft_.buffer_names();
    if (const auto other =
            ui.combo_box("launch-" + key + ".buffer", rect, "buffer", argument.buffer, names_of_buffers,
                         index_of(names_of_buffers, argument.buffer), "The buffer for this parameter"))
      change([&] { argument.buffer = names_of_buffers[*other]; });
    mark(ui, key, rect);
    return;
  }
  if (argument.kind == ArgumentKind::local) {
    rect.width = 90;
    text(ui, key + ".local_bytes", rect, std::to_string(argument.local_bytes), "64",
         [this, index](const std::string& typed) {
           std::uint64_t bytes = 0;
           const std::string why = taken_count(typed, bytes, 1);
           if (why.empty()) draft_.set_local_bytes(index, bytes);
           return why;
         });
    label(ui, {rect.right() + 6, row.y, 0, 0}, 200, "bytes of local memory");
    return;
  }
  if (argument.kind == ArgumentKind::null) return label(ui, rect, 120, "null");
  const bool is_sampler = argument.type == "sampler_t";
  rect.width = is_sampler ? 200 : 110;
  text(ui, key + ".value", rect, argument.value, "0", [&](const std::string& typed) {
    argument.value = typed;
    return std::string();
  });
  if (is_sampler) return;
  label(ui, {rect.right() + 8, row.y, 0, 0}, 130, "then, each time");
  text(ui, key + ".next", {rect.right() + 104, row.y, 64, kFormField}, argument.next, "*2",
       [&](const std::string& typed) {
         argument.next = typed;
         return std::string();
       });
}

float LaunchForm::draw_buffers(Ui& ui, Rect row) {
  ui.canvas.text({row.x, row.y}, "Buffers", kTitle);
  const float columns[] = {0.0f, 0.17f, 0.28f, 0.42f, 0.53f, 0.79f};
  const char* const heads[] = {"name", "type", "elements", "in a row", "content", ""};
  row.y = ui.paragraph({row.x, row.y + 20, row.width, kFormText}, fmt::format("Content: {}.", kFillWords),
                       kQuiet, 1.3f) +
          6;
  for (std::size_t i = 0; i < std::size(columns); ++i)
    ui.canvas.text({row.x + row.width * columns[i], row.y}, heads[i], kQuiet);
  row.y += 18;
  for (std::size_t i = 0; i < draft_.all().buffers.size(); ++i) {
    draw_buffer(ui, row, i);
    row.y = draw_errors(ui, row, fmt::format("buffers[{}]", i));
  }
  if (ui.button("launch-new-buffer", {row.x, row.y, 110, kFormField}, "New buffer",
                "A buffer like the last one"))
    draft_.add_buffer();
  return row.y + kFormRow + 8;
}

void LaunchForm::draw_counts(Ui& ui, const std::string& key, const Rect& of_count, const Rect& of_width,
                             DescribedBuffer& buffer) {
  text(ui, key + ".count", of_count, std::to_string(buffer.count), "64",
       [&](const std::string& typed) { return taken_count(typed, buffer.count, 1); });
  text(ui, key + ".width", of_width, buffer.width == 0 ? "" : std::to_string(buffer.width), "no matrix",
       [&](const std::string& typed) {
         if (!typed.empty()) return taken_count(typed, buffer.width, 1);
         buffer.width = 0;
         return std::string();
       });
}

void LaunchForm::draw_buffer(Ui& ui, const Rect& row, std::size_t index) {
  DescribedBuffer& buffer = draft_.all().buffers[index];
  const std::string key = fmt::format("buffers[{}]", index);
  const auto rect = [&](float from, float to) {
    return Rect{row.x + row.width * from, row.y, row.width * (to - from) - 6, kFormField};
  };
  text(ui, key + ".name", rect(0, 0.17f), buffer.name, "name", [&](const std::string& typed) {
    draft_.rename_buffer(index, typed);
    return std::string();
  });
  // The type of an image contains its sizes.
  const bool is_image = buffer.is_image();
  text(ui, key + ".type", rect(0.17f, is_image ? 0.53f : 0.28f), buffer.type, "int",
       [&](const std::string& typed) {
         buffer.type = typed;
         if (buffer.is_image()) buffer.count = buffer.width = 0;
         return std::string();
       });
  if (!is_image) draw_counts(ui, key, rect(0.28f, 0.42f), rect(0.42f, 0.53f), buffer);
  text(ui, key + ".fill", rect(0.53f, 0.79f), buffer.fill, "uninitialised", [&](const std::string& typed) {
    buffer.fill = typed;
    return std::string();
  });
  std::vector<std::string> labels;
  std::size_t chosen = std::size(kFills);
  for (std::size_t i = 0; i < std::size(kFills); ++i) {
    labels.emplace_back(kFills[i].label);
    if (kFills[i].fill == buffer.fill) chosen = i;
  }
  const std::string value = chosen < labels.size() ? labels[chosen] : "typed";
  if (const auto other = ui.combo_box("launch-" + key + ".fills", rect(0.79f, 1), "", value, labels, chosen,
                                      "What the buffer holds before the first launch"))
    change([&] {
      buffer.fill = kFills[*other].fill;
      refused_.erase(key + ".fill");
    });
}

float LaunchForm::draw_expectation(Ui& ui, Rect row) {
  ui.canvas.text({row.x, row.y}, "Expected result", kTitle);
  row.y += 24;
  DescribedExpectation& expected = draft_.all().expectation;
  const std::vector<std::string> buffers = draft_.buffer_names();
  const std::size_t kind = chosen_expectation(expected);
  if (expected.kind != Expected::nothing) {
    label(ui, row, kFormLabel, "in the buffer");
    if (const auto other = ui.combo_box("launch-expect-buffer", {row.x + kFormLabel, row.y, 130, kFormField},
                                        "", expected.buffer, buffers, index_of(buffers, expected.buffer),
                                        "The buffer with the result, after all swaps"))
      change([&] { expected.buffer = buffers[*other]; });
    mark(ui, "expect.buffer", {row.x + kFormLabel, row.y, 130, kFormField});
  }
  std::vector<std::string> labels;
  for (const ExpectedChoice& choice : kExpected) labels.emplace_back(choice.label);
  const float x = row.x + (expected.kind == Expected::nothing ? 0 : kFormLabel + 138);
  if (const auto other = ui.combo_box("launch-expect", {x, row.y, 190, kFormField}, "", labels[kind], labels,
                                      kind, "The result is compared with this"))
    draft_.expect(kExpected[*other].kind, kExpected[*other].op, kExpected[*other].by_group);
  const Rect last{x + 198, row.y, row.right() - x - 198, kFormField};
  if (expected.kind == Expected::values) {
    text(ui, "expect.values", last, expected.values, "3,4,11,11 or @result.csv",
         [&](const std::string& typed) {
           expected.values = typed;
           return std::string();
         });
  } else if (expected.kind != Expected::nothing) {
    if (const auto other =
            ui.combo_box("launch-expect-of", {last.x, row.y, 130, kFormField}, "", expected.of, buffers,
                         index_of(buffers, expected.of), "The buffer with the input, before all swaps"))
      change([&] { expected.of = buffers[*other]; });
    mark(ui, "expect.of", {last.x, row.y, 130, kFormField});
  }
  return draw_errors(ui, row, "expect");
}

void LaunchForm::apply(PanelContext& context) const {
  context.commands.edit([draft = draft_.own()](AppState& app) {
    app.launch = draft;
    forget_position(app);
    app.selected_cell.reset();
    app.tab = kStepPage;
  });
}

void LaunchForm::draw_buttons(PanelContext& context, const Rect& row) {
  Ui& ui = context.ui;
  const bool can_run = draft_.errors().empty() && refused_.empty();
  const TextStyle style{Font::text, can_run ? Role::second_ink : Role::costs, Align::left, 12};
  ui.paragraph({row.x, row.y, row.width - 400, row.height}, remark(), style, 1.3f);
  const Rect run{row.right() - 120, row.y, 120, 34}, save{run.x - 138, row.y, 130, 34},
      close{save.x - 108, row.y, 100, 34};
  if (ui.button("launch-close", close, "Close", "Esc")) left_ = true;
  if (ui.button("launch-save", save, "Save as plan", "Write NAME.plan.json beside the kernel file", false,
                can_run)) {
    apply(context);
    std::string path = draft_.own().plan_file;
    const fs::path file = system_path(draft_.source().path);
    if (path.empty())
      path = free_path(path_text(file.parent_path()) + "/", path_text(file.stem()),
                       std::string(kPlanFileEnding));
    draft_.set_plan_file(path);
    context.commands.saves.push_back({Commands::Save::What::plan, path});
    opened_ = draft_.own();
  }
  if (ui.button("launch-run", run, "Run", "Run the kernel as described (Enter)", true, can_run))
    wanted_ = true;
  if (!wanted_ || !can_run) return;
  apply(context);
  opened_ = draft_.own();
  left_ = true;
}

// Handles keys. Enter runs the kernel; if an item is selected with Tab, Enter presses this item instead.
void LaunchForm::take_keys(const TypedInput& typed, bool has_focused_item) {
  for (const KeyPress& press : typed.keys) {
    if (press.key == Key::escape && focused_.empty()) left_ = true;
    if (press.key == Key::escape || press.key == Key::tab) focused_.clear();
    wanted_ |= press.key == Key::enter && (!focused_.empty() || !has_focused_item);
    if (press.key == Key::enter) focused_.clear();
  }
}

void LaunchForm::draw(const OverlayFrame& frame, PanelContext& context) {
  Ui& ui = context.ui;
  const Rect& window = frame.window;
  const float width = std::min(940.0f, window.width - 24), height = std::min(740.0f, window.height - 24);
  const Rect box{(window.width - width) / 2, (window.height - height) / 2, width, height};
  ui.sheet(window, box);
  const Rect content{box.x + kFormPadding, box.y + kFormPadding, width - 2 * kFormPadding,
                     height - 2 * kFormPadding};
  ui.canvas.text({content.x, content.y}, "Launch " + path_text(system_path(draft_.source().path).filename()),
                 {Font::text_bold, Role::ink, Align::left, 18});
  if (draft_.all().launches.empty()) {
    const bool has_file = !draft_.source().path.empty();
    ui.paragraph({content.x, content.y + 40, content.width, 60},
                 has_file
                     ? "The file does not compile yet. Correct the error in its text: then a launch is "
                       "proposed here."
                     : "Open a kernel file of your own first (Ctrl+O): this form says how it is launched.",
                 kText);
    if (ui.button("launch-close", {content.right() - 120, content.bottom() - 36, 120, 34}, "Close", "Esc"))
      context.commands.close_overlay();
    return;
  }
  draw_discard(context, {content.right() - 140, content.y - 6, 140, 30});
  wanted_ = false;
  if (had_keyboard_ && !ui.popup_open()) take_keys(ui.typed, !ui.focus.empty());
  const Rect list{content.x, content.y + 34, content.width, content.height - 34 - 48};
  const float top = scroll_.begin(ui, list);
  const float room = content.width - 14;
  float y = draw_head(context, {content.x, top, room, kFormField});
  y = draw_arguments(ui, {content.x, y + 4, room, kFormField});
  y = draw_buffers(ui, {content.x, y, room, kFormField});
  y = draw_expectation(ui, {content.x, y, room, kFormField});
  scroll_.end(ui, y + 4);
  draw_buttons(context, {content.x, content.bottom() - 36, content.width, 36});
  had_keyboard_ = true;
  if (!left_ && !focused_.empty()) context.activity.keyboard = KeyboardOwner::sheet;
  if (!left_) return;
  if (const std::string_view notice = keep_changes(); !notice.empty())
    context.commands.notices.emplace_back(notice);
  context.commands.close_overlay();
}

std::unique_ptr<Overlay> make_launch_form() { return std::make_unique<LaunchForm>(); }

}  // namespace lockstep::gui
