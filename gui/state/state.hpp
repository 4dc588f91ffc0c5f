// Everything that a window shows, as one value: what panels draw follows from it and from the run that it
// describes. It can be saved and restored (gui/scene/scene.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/catalogue/algorithm.hpp"
#include "core/catalogue/documents.hpp"
#include "core/plan/launch_description.hpp"
#include "core/recording/recording.hpp"
#include "gui/canvas/glossary.hpp"
#include "gui/canvas/theme.hpp"
#include "gui/figures/tools/link.hpp"
#include "gui/state/show.hpp"
#include "sim/machine/schedule/schedule.hpp"
#include "sim/trace/breakpoints.hpp"
#include "sim/trace/trace.hpp"
#include "sim/translation/source_form.hpp"

namespace lockstep::gui {

// The page that other pages lead to: the run itself. All other pages are named in their own folders.
inline constexpr const char* kStepPage = "step";

enum class Heat : std::uint8_t { branches, transactions, conflicts };
// write: to the selected cell.
enum class EventKind : std::uint8_t { any, conflict, divergence, finding, write };

// What is shown of the results: table with charts below, charts alone, or the ladders.
enum class ResultDisplay : std::uint8_t { table, charts, ladder };
// Which columns of results are shown where there is no room for all.
enum class ResultColumns : std::uint8_t { times, rates };
// What the lines of the Run on GPU tab show over n.
enum class LineMeasure : std::uint8_t { gbps, device_time, host_time };

inline constexpr int kSlowest = -2, kFastest = 8;

// In a list of algorithms: the one that is shown, whichever that is.
inline constexpr const char* kShownAlgorithm = "shown";

// What the Run on GPU tab is asked to do.
struct BenchmarkChoice {
  static constexpr const char* kPage = "gpu";
  std::string device;                  // a key of device_keys(); empty: the first device
  std::vector<std::string> shared_by;  // keys of the devices that share each array; empty: only `device` runs
  bool by_speed = false;               // their parts are also in proportion to their measured speed
  bool each_alone = true;              // each of them also runs the whole array alone
  std::vector<std::string> algorithms{kShownAlgorithm};  // ids, or kShownAlgorithm; empty: all
  std::vector<std::uint64_t> sizes{1 << 20, 1 << 24};
  std::uint64_t group_size = 256;
  unsigned repetitions = 20;
  unsigned warm_ups = 3;  // at least 1
  // How the results are shown.
  ResultDisplay view = ResultDisplay::table;
  ResultColumns columns = ResultColumns::times;
  LineMeasure lines = LineMeasure::gbps;
  bool linear = false;       // axis of GB/s; the axis of times is always logarithmic
  std::string ladder;        // the document whose ladder is shown, "002"; empty: to the fastest kernels
  std::uint64_t bars_n = 0;  // the n of the bars; 0, or an n that was not measured: the largest
  bool operator==(const BenchmarkChoice&) const = default;
};

// How the Compare tab's table is shown.
struct CompareChoice {
  static constexpr const char* kPage = "compare";
  std::string column = "divergent_branches";  // that it is sorted by: a key of compare_columns()
  bool descending = true;
  bool reductions = true, scans = true, patterns = false;  // which families are shown
  std::string row;                                         // under the cursor: a CompareRow::key; empty: none
  std::vector<std::string> pair;                           // rows that are compared: at most two keys
  bool stepping = false;                                   // both are stepped together
  std::optional<std::uint64_t> step;  // how many steps both have made; none: up to the suggested moment
  bool operator==(const CompareChoice&) const = default;
};

// The n and p of the Theory page. n is an exponent of two, far beyond what is worth stepping through, so it
// is not the n of the run. p is one as well, or any number that was typed.
struct TheoryChoice {
  static constexpr unsigned kLeastN = 4, kMaxN = 26, kMaxP = 20;
  unsigned log2_n = 12, log2_p = 8;
  static constexpr std::uint64_t kMaxProcessors = std::uint64_t{1} << kMaxP;
  std::optional<std::uint64_t> p{};  // none: 2^log2_p
  std::uint64_t processors() const {
    return p ? std::clamp<std::uint64_t>(*p, 1, kMaxProcessors) : std::uint64_t{1} << log2_p;
  }
  bool operator==(const TheoryChoice&) const = default;
};

// What the Lab shows: a scene and the settings that differ from their defaults (sim/lab/scene.hpp). The
// device model is the state's.
struct LabChoice {
  static constexpr const char* kPage = "lab";
  std::string scene = "coalescing";
  std::map<std::string, std::map<std::string, std::string, std::less<>>> settings;  // by scene
  bool operator==(const LabChoice&) const = default;
};

// Which page of which lesson is shown (gui/lesson/player/player.hpp).
struct LessonChoice {
  static constexpr const char* kPage = "lessons";
  std::string name;    // or the path of its folder; empty: none is open
  std::string page;    // its name in links; empty: where the reader left the lesson
  bool begun = false;  // the page's scene is part of this state: it is not put into it again
  bool operator==(const LessonChoice&) const = default;
};

// Which task of which assignment is shown (gui/pages/assignment). The student's texts are edited_texts.
struct AssignmentChoice {
  static constexpr const char* kPage = "assignment";
  std::string name;                // or the path of its folder; empty: all assignments
  std::string task;                // its name; empty: all tasks
  std::string file;                // of the task, which is edited; empty: the first
  std::vector<std::string> hints;  // "ASSIGNMENT/TASK", once for each hint that was taken
  bool operator==(const AssignmentChoice&) const = default;
};

// Questions about the next steps of the run (gui/questions).
struct PredictChoice {
  static constexpr unsigned kMaxLevel = 3;
  bool on = false;
  unsigned level = 1;  // 1 to kMaxLevel; it follows the answers
  bool operator==(const PredictChoice&) const = default;
};

// What lies over the panels: the name of an Overlay (gui/overlays/overlays.hpp), empty for none; and the page
// of one that has several: the tour's stop.
struct OverlayChoice {
  std::string name;
  std::uint64_t page = 0;
  bool operator==(const OverlayChoice&) const = default;
};

// How the user's own kernel file is launched, where it is not launched as an algorithm of the catalogue is.
struct OwnLaunch {
  LaunchDescription description;
  std::string plan_file;  // that it was read from or saved to; empty: none
  // The file had no kernel that compiles; a launch is proposed as soon as it has one.
  bool is_awaited() const { return description.launches.empty() && plan_file.empty(); }
  bool operator==(const OwnLaunch&) const = default;
};

// A program that is run with Lockstep as its OpenCL device.
struct ProgramCommand {
  static constexpr std::uint64_t kMaxSeconds = 86'400;
  std::string command;          // as typed in a shell
  std::string folder;           // in which it starts; absolute, or empty: that of the window
  std::string launches;         // that are checked and recorded: "3,7..9"; empty: all
  std::uint64_t seconds = 300;  // after which the program is ended; 0: never
  // The file that brought the command, and whose user has not agreed to run it; empty: the user typed it, or
  // agreed.
  std::string came_with;
  bool operator==(const ProgramCommand&) const = default;
};

// What runs.
struct RunChoice {
  std::string algorithm = "reduce/divergent";
  // The user's own kernel in place of the catalogue's, or a recorded program (.lockstep); empty: neither.
  std::string kernel_file;
  std::optional<OwnLaunch> launch;        // of kernel_file; none: it is launched as the algorithm is
  std::optional<ProgramCommand> program;  // whose recording kernel_file is, or will be
  // The scene of an exercise (core/catalogue/documents.hpp), whose text is completed in place of the
  // algorithm's; empty: none. What is written there belongs to the exercise.
  std::string exercise;
  // A document whose own kernels in CUDA C++ run in CUDA's terms, where it prints one for the algorithm:
  // "002"; empty: none.
  std::string listings;
  Words words = Words::opencl;
  // Edited texts by source_key(): looking at another algorithm loses no edit.
  std::map<std::string, std::string> edited_texts;
  std::uint64_t n = 64;
  std::uint64_t group_size = 64;
  Operator op = Operator::sum;
  ElementType type = ElementType::int32;
  Content::Pattern pattern = Content::Pattern::random;
  PatternOptions pattern_options;               // of algorithms that read them: mask width, bins …
  double constant = 1;                          // the value of Pattern::constant
  std::string typed_input = "3,1,7,0,4,1,6,3";  // the values of Pattern::bytes; n is their count
  std::uint64_t seed = 1;
  std::string model = "cc9.0";
  sim::Schedule schedule;                        // of lanes, warps and work-groups
  std::optional<sim::Schedule> schedule_before;  // that a schedule which fails replaced
  bool exclusive = false;                        // form of a scan
  bool operator==(const RunChoice&) const = default;

  // What is shown: the user's file, or the algorithm.
  std::string source_id() const {
    if (const DocumentListing* const printed = listing()) return printed->path();
    return kernel_file.empty() ? algorithm : kernel_file;
  }
  // The document's own kernel that runs, null: it is not one.
  const DocumentListing* listing() const { return words == Words::cuda ? printed_listing() : nullptr; }
  // That CUDA's terms choose.
  const DocumentListing* printed_listing() const {
    return kernel_file.empty() && exercise.empty() ? find_listing(listings, algorithm) : nullptr;
  }
  // A recording brings its own launches, inputs and sizes.
  bool shows_recording() const { return kernel_file.ends_with(kRecordingEnding); }
  bool has_typed_input() const { return pattern == Content::Pattern::bytes; }
  bool has_own_kernel() const { return !kernel_file.empty() && !shows_recording(); }
  // Of one of the plan's programs, by index: recordings may have several.
  std::string source_key(std::size_t index) const {
    if (index == 0 && !exercise.empty()) return exercise;
    return index == 0 ? source_id() : source_id() + "#" + std::to_string(index + 1);
  }
  const std::string* edited_text(std::size_t index = 0) const {
    const auto found = edited_texts.find(source_key(index));
    return found == edited_texts.end() ? nullptr : &found->second;
  }
};

// Where in the run the window is, and what stops there.
struct PlayheadChoice {
  // No position: the moment after this row of the figure is complete (1 is the topmost one);
  // without that, the moment that the run suggests.
  std::optional<std::uint64_t> position, after_row;
  sim::Trace::Step step = sim::Trace::Step::line;
  int speed = 0;  // factor 2^speed
  EventKind event = EventKind::any;
  sim::BreakpointLines breakpoints;           // conditions by line; empty: it always stops
  std::vector<std::string> watches;           // expressions
  std::optional<std::uint64_t> watched_part;  // see sim::WatchTable; none: the one that executes
  bool operator==(const PlayheadChoice&) const = default;
};

// How it is shown.
struct ViewChoice {
  // Of a prepared scene, above the figure. The story may contain values of the run (sim/explain/story.hpp).
  std::string title, story;
  std::string words_tab;        // the key of the page that these speak of; empty: whatever is shown
  std::string document;         // the entry of a document that was opened, "001/figure-6"; empty: none
  std::string tab = kStepPage;  // the key of a page (gui/pages/page.hpp)
  Heat heat = Heat::branches;
  bool show_original = false;  // beside the edited kernel
  sim::translation::SourceForm source_form = sim::translation::SourceForm::opencl;  // of the source panel
  std::optional<CellId> selected_cell;
  std::string lane_variable;  // shown by the lanes; empty: their last result
  bool presentation = false;
  Show show = usual_show();  // the cards of a presentation
  // Cards that the user brought to the front where several share a place in a small window, the latest last.
  std::vector<std::string> in_front;
  ThemeName theme = ThemeName::light;
  float ui_scale = 1;
  bool operator==(const ViewChoice&) const = default;
};

// The parts are bases, so that a field has one short name everywhere, and a function can take the part that
// it needs.
struct AppState : RunChoice, PlayheadChoice, ViewChoice {
  BenchmarkChoice benchmark;
  CompareChoice compare;
  TheoryChoice theory;
  LabChoice lab;
  LessonChoice lesson;
  AssignmentChoice assignment;
  PredictChoice predict;
  OverlayChoice overlay;
  bool operator==(const AppState&) const = default;

  // The cards are those that the scene asks for (`show`), each whole and without controls: in a presentation,
  // and beside a lesson.
  bool shows_chosen_cards() const {
    return presentation || (tab == LessonChoice::kPage && !lesson.name.empty());
  }
};

// Of cards that share a place: the one that came to the front last, else the first.
std::string_view front_card(const ViewChoice& view, std::span<const std::string_view> cards);
void bring_to_front(ViewChoice& view, std::string_view card);

// A breakpoint without a condition, on or off.
void toggle_breakpoint(PlayheadChoice& playhead, std::uint32_t line);
// Takes the scene's title and story away.
void end_story(ViewChoice& view);
// The title and the story speak of the page that is shown, not of the one that the scene came with.
bool has_words_here(const ViewChoice& view);
// Back to the moment that the run suggests.
void forget_position(PlayheadChoice& playhead);
// An expression becomes the last watch, if it is not watched yet, and the table comes to the front.
void watch(AppState& state, const std::string& expression);
inline constexpr std::string_view kWatchCard = "watch", kCellCard = "cell";
// Shows who wrote a cell and who read it.
void show_history(ViewChoice& view, const CellId& cell);

// A schedule; the run begins again at the moment that it suggests.
void choose_schedule(AppState& state, const sim::Schedule& schedule);
// Runs with a schedule that fails, and back.
void choose_failing_schedule(AppState& state, const sim::Schedule& schedule);
void return_to_schedule(AppState& state);

// Another algorithm begins at the moment that its run suggests, with its own kernel; a hazard with an n that
// shows it.
void choose_algorithm(AppState& state, const std::string& id);

// The user's own file in place of the algorithm's kernel.
void choose_kernel_file(AppState& state, const std::string& path);
// The user's own file, launched as described.
void choose_launch(AppState& state, const std::string& path, OwnLaunch launch);
// An assignment by its name or the path of its folder, and one of its tasks.
void open_assignment(AppState& state, const std::string& name, const std::string& task = {});
// Typed values as input; n becomes their count.
void choose_typed_input(AppState& state, const std::string& values, std::uint64_t count);
// n as typed values have it, whatever chose them; values that the type does not take leave it as it is.
void follow_typed_input(RunChoice& run);
// The input at other sizes than that of typed values, which then are replaced by random numbers.
Content::Pattern measured_pattern(const RunChoice& run);

std::string_view name(Heat heat);
std::string_view name(EventKind kind);
std::string_view name(sim::Trace::Step step);
std::string_view name(ResultDisplay view);
std::string_view name(ResultColumns columns);
std::string_view name(LineMeasure measure);
std::string_view name(Content::Pattern pattern);  // "random", "ones" …

template <class E, std::size_t N>
std::optional<E> parse_one_of(const E (&values)[N], std::string_view text) {
  for (const E value : values) {
    if (name(value) == text) return value;
  }
  return std::nullopt;
}

inline constexpr Heat kHeats[] = {Heat::branches, Heat::transactions, Heat::conflicts};
inline constexpr EventKind kEventKinds[] = {EventKind::any, EventKind::conflict, EventKind::divergence,
                                            EventKind::finding, EventKind::write};
inline constexpr ResultDisplay kResultDisplays[] = {ResultDisplay::table, ResultDisplay::charts,
                                                    ResultDisplay::ladder};
inline constexpr ResultColumns kResultColumns[] = {ResultColumns::times, ResultColumns::rates};
inline constexpr LineMeasure kLineMeasures[] = {LineMeasure::gbps, LineMeasure::device_time,
                                                LineMeasure::host_time};
inline constexpr sim::Trace::Step kSteps[] = {sim::Trace::Step::instruction, sim::Trace::Step::line,
                                              sim::Trace::Step::barrier, sim::Trace::Step::launch};
// The inputs that the combo box offers.
inline constexpr Content::Pattern kPatterns[] = {Content::Pattern::random,      Content::Pattern::fractions,
                                                 Content::Pattern::constant,    Content::Pattern::iota,
                                                 Content::Pattern::alternating, Content::Pattern::one_huge,
                                                 Content::Pattern::bytes};

// Steps per second at a speed.
double steps_per_second(int speed);
// "1×", "4×", "¼×"
std::string speed_label(int speed);

}  // namespace lockstep::gui
