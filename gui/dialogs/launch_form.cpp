#include "gui/dialogs/launch_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>

#include "core/base/text.hpp"
#include "core/plan/sizes_text.hpp"
#include "gui/canvas/text.hpp"
#include "gui/canvas/text_styles.hpp"

namespace lockstep::gui {
namespace {

namespace fs = std::filesystem;
using ArgumentKind = DescribedArgument::Kind;
using Expected = DescribedExpectation::Kind;

constexpr float kFormPadding = 22, kFormRow = 34, kFormField = 28, kFormError = 18, kFormGap = 8,
                kFormLabel = 92;
constexpr TextStyle kFormWrong{Font::text, Role::costs, Align::left, 12};

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
};
constexpr ExpectedChoice kExpected[] = {
    {"nothing: not checked", Expected::nothing},     {"values, typed or a file", Expected::values},
    {"sum of", Expected::reduction, Operator::sum},  {"product of", Expected::reduction, Operator::product},
    {"min of", Expected::reduction, Operator::min},  {"max of", Expected::reduction, Operator::max},
    {"inclusive scan of", Expected::inclusive_scan}, {"exclusive scan of", Expected::exclusive_scan}};

std::size_t chosen_expectation(const DescribedExpectation& expected) {
  for (std::size_t i = 0; i < std::size(kExpected); ++i)
    if (kExpected[i].kind == expected.kind &&
        (expected.kind != Expected::reduction || kExpected[i].op == expected.op))
      return i;
  return 0;
}

template <class T>
std::size_t index_of(const std::vector<T>& list, const T& value) {
  return static_cast<std::size_t>(std::ranges::find(list, value) - list.begin());
}

}  // namespace

Result<std::vector<std::uint64_t>> read_extents(const std::string& text) {
  std::vector<std::uint64_t> sizes;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find_first_of(",x×", at), text.size());
    const Result<std::uint64_t> size = read_count(std::string_view(text).substr(at, comma - at), {});
    if (!size || sizes.size() == 3) return failure("Enter one to three whole numbers, such as 64 or 16,16.");
    sizes.push_back(*size);
    at = comma + 1;
  }
  return sizes;
}

void LaunchForm::begin(ActionContext& context) {
  const AppState& state = context.state;
  context.activity.playing = had_keyboard_ = left_ = wanted_ = false;
  focused_.clear();
  fields_.clear();
  refused_.clear();
  shown_ = 0;
  draft_ = state.launch.value_or(OwnLaunch{});
  model_ = state.model;
  const std::string* edited = state.edited_text();
  const std::string text = edited != nullptr ? *edited : read_own_kernel(state.kernel_file).value_or("");
  source_ = own_source(state.kernel_file, text);
  kernels_ = own_kernels(source_, draft_.description.options);
  if (draft_.description.launches.empty()) propose({});
  check();
}

void LaunchForm::propose(const std::string& kernel) {
  const auto proposed = proposed_launch(model_, source_, draft_.description.options, kernel);
  if (!proposed) return;
  draft_.description = proposed->description;
  shown_ = 0;
  fields_.clear();
  refused_.clear();
}

void LaunchForm::check() {
  errors_.clear();
  notes_.clear();
  const auto model = sim::find_device_model(model_);
  if (!model || draft_.description.launches.empty()) return;
  sim::DescribedRun run = own_run(draft_, source_, **model);
  errors_ = std::move(run.errors);
  if (run.run) notes_ = run.run->notes;
}

void LaunchForm::change(const std::function<void(LaunchDescription&)>& edit) {
  edit(draft_.description);
  check();
}

// The first buffer of a launch decides its size: where it exists already with another count, sizes and counts
// that were proposed for the new one are those of the existing one.
static void follow_buffer(DescribedLaunch& launch, const LaunchDescription& proposed,
                          const LaunchDescription& all) {
  const auto first = std::ranges::find(launch.arguments, ArgumentKind::buffer, &DescribedArgument::kind);
  if (first == launch.arguments.end()) return;
  const DescribedBuffer *fresh = proposed.find_buffer(first->buffer), *known = all.find_buffer(first->buffer);
  if (fresh == nullptr || known == nullptr || known->count == fresh->count) return;
  for (DescribedArgument& argument : launch.arguments)
    if (argument.kind == ArgumentKind::scalar && argument.value == std::to_string(fresh->count))
      argument.value = std::to_string(known->count);
  NdRange& range = launch.range;
  if (range.dimensions != 1 || range.global_size[0] != fresh->count) return;
  range.global_size[0] = known->count;
  while (known->count % range.local_size[0] != 0) --range.local_size[0];
}

// Another launch of the file's kernel that is not launched yet, else of the same one, which continues where
// the last one stopped. Its buffers are new
// where their names are not known.
void LaunchForm::add_launch() {
  LaunchDescription& all = draft_.description;
  std::string wanted = launch().kernel;
  for (const OwnKernel& kernel : kernels_)
    if (std::ranges::find(all.launches, kernel.name, &DescribedLaunch::kernel) == all.launches.end()) {
      wanted = kernel.name;
      break;
    }
  if (wanted == launch().kernel) {
    auto next = continue_reduction(all);
    all.launches.push_back(next ? std::move(*next) : DescribedLaunch(launch()));
  } else if (const auto proposed = proposed_launch(model_, source_, all.options, wanted)) {
    DescribedLaunch next = proposed->description.launches.front();
    follow_buffer(next, proposed->description, all);
    for (const DescribedBuffer& buffer : proposed->description.buffers)
      if (all.find_buffer(buffer.name) == nullptr) all.buffers.push_back(buffer);
    all.launches.push_back(std::move(next));
  }
  shown_ = all.launches.size() - 1;
  fields_.clear();
  check();
}

const OwnKernel* LaunchForm::kernel() const {
  const auto found =
      std::ranges::find(kernels_, draft_.description.launches[shown_].kernel, &OwnKernel::name);
  return found == kernels_.end() ? nullptr : &*found;
}

std::vector<std::string> LaunchForm::buffer_names() const {
  std::vector<std::string> names;
  for (const DescribedBuffer& buffer : draft_.description.buffers) names.push_back(buffer.name);
  return names;
}

// Of the field itself, or of a part of it.
std::string LaunchForm::error_of(const std::string& key) const {
  if (const auto refused = refused_.find(key); refused != refused_.end()) return refused->second;
  for (const DescriptionError& error : errors_)
    if (error.key == key)
      return as_sentence(error.key.substr(error.key.rfind('.') + 1) + " " + error.message);
  return {};
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
    check();
  }
  if (field.draw(ui, id, rect, focused_ == key, hint) && !is_mine) {
    focused_ = key;
    field.set(now, true);
  }
  if (!error_of(key).empty()) ui.canvas.stroke_rect(rect, Role::costs, 1.5f, 4);
}

// The mistakes of all fields whose keys begin with `key`, below their row.
float LaunchForm::draw_errors(Ui& ui, const Rect& row, const std::string& key) {
  std::set<std::string> keys;
  const auto take = [&](const std::string& wrong) {
    const bool is_part = wrong.starts_with(key + ".") || wrong == key;
    if (is_part) keys.insert(wrong);
  };
  for (const auto& [wrong, why] : refused_) take(wrong);
  for (const DescriptionError& error : errors_) take(error.key);
  float y = row.y + kFormRow - 4;
  for (const std::string& wrong : keys) {
    y = ui.paragraph({row.x + kFormLabel, y, row.width - kFormLabel, kFormError}, error_of(wrong), kFormWrong,
                     1.3f);
  }
  return keys.empty() ? row.y + kFormRow : y + 4;
}

float LaunchForm::draw_head(PanelContext& context, const Rect& row) {
  Ui& ui = context.ui;
  LaunchDescription& all = draft_.description;
  // Which launch.
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
  if (const auto other = ui.combo_box("launch-shown", box(210), "", names[shown_], names, shown_,
                                      "Launches run in this order")) {
    shown_ = *other;
    focused_.clear();
    fields_.clear();
  }
  if (ui.button("launch-add", box(104), "Add launch", "Another launch after these")) add_launch();
  if (all.launches.size() > 1 &&
      ui.button("launch-remove", box(80), "Remove", "Remove the launch that is shown")) {
    all.launches.erase(all.launches.begin() + static_cast<std::ptrdiff_t>(shown_));
    shown_ = std::min(shown_, all.launches.size() - 1);
    fields_.clear();
    check();
  }
  label(ui, {x + 6, row.y, 120, kFormField}, 126, "all launches, times");
  x += 126;
  text(ui, "repeat", box(52), std::to_string(all.repeat), "1",
       [&](const std::string& typed) { return taken_count(typed, all.repeat, 1); });
  float y = draw_errors(ui, row, "repeat");

  const std::string key = fmt::format("launches[{}]", shown_);
  const Rect second{row.x, y, row.width, kFormField};
  label(ui, second, kFormLabel, "Kernel");
  std::vector<std::string> kernels;
  for (const OwnKernel& kernel : kernels_) kernels.push_back(kernel.name);
  x = row.x + kFormLabel;
  const auto next = [&](float width) {
    const Rect rect{x, y, width, kFormField};
    x += width + kFormGap;
    return rect;
  };
  if (const auto other = ui.combo_box("launch-kernel", next(210), "", launch().kernel, kernels,
                                      index_of(kernels, launch().kernel), "The kernel of this launch")) {
    if (all.launches.size() == 1) {
      propose(kernels[*other]);
    } else if (const auto proposed = proposed_launch(model_, source_, all.options, kernels[*other])) {
      for (const DescribedBuffer& buffer : proposed->description.buffers)
        if (all.find_buffer(buffer.name) == nullptr) all.buffers.push_back(buffer);
      launch() = proposed->description.launches.front();
    }
    fields_.clear();
    check();
  }
  NdRange& range = launch().range;
  const auto take_sizes = [&](std::array<std::uint64_t, 3>& sizes, bool is_global) {
    return [&sizes, &range, is_global](const std::string& typed) -> std::string {
      const auto read = read_extents(typed);
      if (!read) return read.error().message;
      sizes = {1, 1, 1};
      std::ranges::copy(*read, sizes.begin());
      if (is_global || read->size() > range.dimensions)
        range.dimensions = static_cast<unsigned>(read->size());
      return {};
    };
  };
  label(ui, {x, y, 70, 0}, 76, "global size");
  x += 74;
  text(ui, key + ".global", next(104), sizes_text(range.global_size, range.dimensions), "64 or 16,16",
       take_sizes(range.global_size, true));
  label(ui, {x, y, 60, 0}, 66, "local size");
  x += 66;
  text(ui, key + ".local", next(88), sizes_text(range.local_size, range.dimensions), "16 or 4,4",
       take_sizes(range.local_size, false));
  label(ui, {x, y, 40, 0}, 46, "times");
  x += 42;
  text(ui, key + ".repeat", next(48), std::to_string(launch().repeat), "1",
       [&](const std::string& typed) { return taken_count(typed, launch().repeat, 1); });
  float below = y + kFormRow;
  for (const char* part : {".kernel", ".global", ".local", ".repeat"})
    if (const float end = draw_errors(ui, {row.x, below - kFormRow, row.width, kFormField}, key + part);
        end > below)
      below = end;

  const Rect third{row.x, below, row.width, kFormField};
  label(ui, third, kFormLabel, "Afterwards");
  const std::vector<std::string> buffers = buffer_names();
  std::vector<std::string> labels{"swap nothing"};
  std::vector<Swap> swaps{{}};
  for (std::size_t i = 0; i < buffers.size(); ++i)
    for (std::size_t j = i + 1; j < buffers.size(); ++j) {
      labels.push_back(fmt::format("swap {} and {}", buffers[i], buffers[j]));
      swaps.emplace_back(buffers[i], buffers[j]);
    }
  const std::vector<Swap>& now = launch().swaps;
  const std::size_t chosen = now.empty() ? 0 : index_of(swaps, now.front());
  if (const auto other = ui.combo_box("launch-swap", {row.x + kFormLabel, below, 210, kFormField}, "",
                                      chosen < labels.size() ? labels[chosen] : "other swaps", labels, chosen,
                                      "After each repetition, as a host program exchanges its two buffers"))
    change([&](LaunchDescription&) {
      launch().swaps.clear();
      if (*other > 0) launch().swaps.push_back(swaps[*other]);
    });
  label(ui, {row.x + kFormLabel + 222, below, 90, 0}, 94, "build options");
  text(ui, "options", {row.x + kFormLabel + 312, below, row.width - kFormLabel - 312, kFormField},
       all.options, "-D N=16", [&](const std::string& typed) {
         all.options = typed;
         kernels_ = own_kernels(source_, all.options);
         return std::string();
       });
  return draw_errors(ui, third, key + ".swap");
}

float LaunchForm::draw_arguments(Ui& ui, Rect row) {
  ui.canvas.text({row.x, row.y}, "Arguments, in the kernel's order", kTitle);
  row.y += 24;
  const std::string key = fmt::format("launches[{}].arguments", shown_);
  for (std::size_t i = 0; i < launch().arguments.size(); ++i) {
    draw_argument(ui, row, i);
    row.y = draw_errors(ui, row, fmt::format("{}[{}]", key, i));
  }
  if (const std::string wrong = error_of(key); !wrong.empty())
    row.y = ui.paragraph({row.x, row.y, row.width, 0}, wrong, kFormWrong, 1.3f) + 6;
  return row.y + 4;
}

void LaunchForm::draw_argument(Ui& ui, const Rect& row, std::size_t index) {
  DescribedArgument& argument = launch().arguments[index];
  const std::string key = fmt::format("launches[{}].arguments[{}]", shown_, index);
  const float names = row.width * 0.4f;
  const OwnKernel* kernel = this->kernel();
  label(ui, row, names,
        kernel != nullptr && index < kernel->parameters.size() ? kernel->parameters[index] : std::string());
  Rect rect{row.x + names, row.y, 200, kFormField};
  if (argument.kind == ArgumentKind::buffer) {
    const std::vector<std::string> names_of_buffers = buffer_names();
    if (const auto other =
            ui.combo_box("launch-" + key + ".buffer", rect, "buffer", argument.buffer, names_of_buffers,
                         index_of(names_of_buffers, argument.buffer), "The buffer for this parameter"))
      change([&](LaunchDescription&) { argument.buffer = names_of_buffers[*other]; });
    return;
  }
  if (argument.kind == ArgumentKind::local) {
    rect.width = 90;
    text(ui, key + ".local_bytes", rect, std::to_string(argument.local_bytes), "64",
         [&](const std::string& typed) { return taken_count(typed, argument.local_bytes, 1); });
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
  const char* const heads[] = {
      "name", "type", "elements", "in a row", "content: a number, 3,1,7, @file.csv …", ""};
  row.y += 20;
  for (std::size_t i = 0; i < std::size(columns); ++i)
    ui.canvas.text({row.x + row.width * columns[i], row.y}, heads[i], kQuiet);
  row.y += 18;
  for (std::size_t i = 0; i < draft_.description.buffers.size(); ++i) {
    draw_buffer(ui, row, i);
    row.y = draw_errors(ui, row, fmt::format("buffers[{}]", i));
  }
  if (ui.button("launch-new-buffer", {row.x, row.y, 110, kFormField}, "New buffer",
                "A buffer like the last one"))
    change([](LaunchDescription& all) {
      DescribedBuffer buffer =
          all.buffers.empty() ? DescribedBuffer{"tmp", "int", 64, {}} : all.buffers.back();
      const std::string base = "tmp";
      buffer.name = base;
      for (int number = 2; all.find_buffer(buffer.name) != nullptr; ++number)
        buffer.name = base + std::to_string(number);
      buffer.fill.clear();
      all.buffers.push_back(buffer);
    });
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
  DescribedBuffer& buffer = draft_.description.buffers[index];
  const std::string key = fmt::format("buffers[{}]", index);
  const auto rect = [&](float from, float to) {
    return Rect{row.x + row.width * from, row.y, row.width * (to - from) - 6, kFormField};
  };
  text(ui, key + ".name", rect(0, 0.17f), buffer.name, "name", [&](const std::string& typed) {
    // Arguments and swaps follow the buffer's name.
    LaunchDescription& all = draft_.description;
    const auto rename = [&](std::string& name) {
      if (name == buffer.name) name = typed;
    };
    const auto rename_swaps = [&](std::vector<Swap>& swaps) {
      for (auto& [one, other] : swaps) rename(one), rename(other);
    };
    for (DescribedLaunch& launch : all.launches) {
      for (DescribedArgument& argument : launch.arguments)
        if (argument.kind == ArgumentKind::buffer) rename(argument.buffer);
      rename_swaps(launch.swaps);
    }
    rename_swaps(all.swaps);
    rename(all.expectation.buffer);
    rename(all.expectation.of);
    buffer.name = typed;
    return std::string();
  });
  // The type of an image has its sizes.
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
    change([&](LaunchDescription&) {
      buffer.fill = kFills[*other].fill;
      refused_.erase(key + ".fill");
    });
}

float LaunchForm::draw_expectation(Ui& ui, Rect row) {
  ui.canvas.text({row.x, row.y}, "What should come out", kTitle);
  row.y += 24;
  DescribedExpectation& expected = draft_.description.expectation;
  const std::vector<std::string> buffers = buffer_names();
  const std::size_t kind = chosen_expectation(expected);
  if (expected.kind != Expected::nothing) {
    label(ui, row, kFormLabel, "in the buffer");
    if (const auto other = ui.combo_box("launch-expect-buffer", {row.x + kFormLabel, row.y, 130, kFormField},
                                        "", expected.buffer, buffers, index_of(buffers, expected.buffer),
                                        "The buffer with the result, after all swaps"))
      change([&](LaunchDescription&) { expected.buffer = buffers[*other]; });
  }
  std::vector<std::string> labels;
  for (const ExpectedChoice& choice : kExpected) labels.emplace_back(choice.label);
  const float x = row.x + (expected.kind == Expected::nothing ? 0 : kFormLabel + 138);
  if (const auto other = ui.combo_box("launch-expect", {x, row.y, 190, kFormField}, "", labels[kind], labels,
                                      kind, "The result is compared with this"))
    change([&](LaunchDescription& all) {
      expected.kind = kExpected[*other].kind;
      expected.op = kExpected[*other].op;
      // The buffers that are most likely meant: the first with content, and the last without.
      for (const DescribedBuffer& buffer : all.buffers) {
        if (expected.of.empty() && !buffer.fill.empty() && buffer.fill != "0") expected.of = buffer.name;
        if (buffer.fill.empty() || buffer.fill == "0") expected.buffer = buffer.name;
      }
      if (expected.buffer.empty() && !all.buffers.empty()) expected.buffer = all.buffers.front().name;
    });
  const Rect last{x + 198, row.y, row.right() - x - 198, kFormField};
  if (expected.kind == Expected::values)
    text(ui, "expect.values", last, expected.values, "3,4,11,11 or @result.csv",
         [&](const std::string& typed) {
           expected.values = typed;
           return std::string();
         });
  else if (expected.kind != Expected::nothing)
    if (const auto other =
            ui.combo_box("launch-expect-of", {last.x, row.y, 130, kFormField}, "", expected.of, buffers,
                         index_of(buffers, expected.of), "The buffer with the input, before all swaps"))
      change([&](LaunchDescription&) { expected.of = buffers[*other]; });
  return draw_errors(ui, row, "expect");
}

void LaunchForm::apply(PanelContext& context) const {
  context.commands.edit([draft = draft_](AppState& app) {
    app.launch = draft;
    forget_position(app);
    app.selected_cell.reset();
    app.tab = kStepPage;
  });
}

void LaunchForm::draw_buttons(PanelContext& context, const Rect& row) {
  Ui& ui = context.ui;
  const bool can_run = errors_.empty() && refused_.empty();
  std::string remark;
  if (!can_run) {
    remark = "Correct the fields that are marked.";
    for (const DescriptionError& error : errors_)
      if (error.key.empty() || error.key == "launches")
        remark = error.message.substr(0, error.message.find('\n'));
  } else if (!notes_.empty()) {
    remark = as_sentence(notes_.front());
  }
  const TextStyle style{Font::text, can_run ? Role::second_ink : Role::costs, Align::left, 12};
  ui.paragraph({row.x, row.y, row.width - 400, row.height}, remark, style, 1.3f);
  const Rect run{row.right() - 120, row.y, 120, 34}, save{run.x - 138, row.y, 130, 34},
      close{save.x - 108, row.y, 100, 34};
  if (ui.button("launch-close", close, "Close", "Esc")) left_ = true;
  if (ui.button("launch-save", save, "Save as plan", "Write NAME.plan.json beside the kernel file", false,
                can_run)) {
    apply(context);
    std::string path = draft_.plan_file;
    const fs::path file(source_.path);
    if (path.empty())
      path = free_path(file.parent_path().string() + "/", file.stem().string(), std::string(kPlanFileEnding));
    draft_.plan_file = path;
    context.commands.saves.push_back({Commands::Save::What::plan, path});
  }
  if (ui.button("launch-run", run, "Run", "Run the kernel as described (Enter)", true, can_run))
    wanted_ = true;
  if (!wanted_ || !can_run) return;
  apply(context);
  left_ = true;
}

void LaunchForm::take_keys(const TypedInput& typed) {
  for (const KeyPress& press : typed.keys) {
    if (press.key == Key::escape && focused_.empty()) left_ = true;
    if (press.key == Key::escape || press.key == Key::tab) focused_.clear();
    wanted_ |= press.key == Key::enter && !focused_.empty();
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
  ui.canvas.text({content.x, content.y}, "Launch " + fs::path(source_.path).filename().string(),
                 {Font::text_bold, Role::ink, Align::left, 18});
  if (draft_.description.launches.empty()) {
    ui.paragraph({content.x, content.y + 40, content.width, 60},
                 "Open a kernel file of your own first (Ctrl+O): this form says how it is launched.", kText);
    if (ui.button("launch-close", {content.right() - 120, content.bottom() - 36, 120, 34}, "Close", "Esc"))
      context.commands.close_overlay();
    return;
  }
  wanted_ = false;
  if (had_keyboard_ && !ui.popup_open()) take_keys(ui.typed);
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
  if (left_) context.commands.close_overlay();
}

std::unique_ptr<Overlay> make_launch_form() { return std::make_unique<LaunchForm>(); }

}  // namespace lockstep::gui
