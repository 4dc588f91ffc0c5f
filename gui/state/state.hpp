// The complete state of a window as one value. This state and the run that it describes determine what panels
// draw. The state can be saved and restored (gui/scene/scene.hpp).
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

// The key of the page that shows the run. Other pages link to this page; the keys of all other pages are
// defined in their own folders.
inline constexpr const char* kStepPage = "step";

enum class Heat : std::uint8_t { branches, transactions, conflicts };
// The kinds of events that can be searched for. `write` means a write to the selected cell.
enum class EventKind : std::uint8_t { any, conflict, divergence, finding, write };

// How results are displayed: as a table with charts below, as charts only, or as ladders.
enum class ResultDisplay : std::uint8_t { table, charts, ladder };
// The columns of results that are shown if there is not enough room for all columns.
enum class ResultColumns : std::uint8_t { times, rates };
// The quantity that the lines of the Run on GPU tab show as a function of n.
enum class LineMeasure : std::uint8_t { gbps, device_time, host_time };

inline constexpr int kSlowest = -2, kFastest = 8;

// The entry in a list of algorithms that stands for the algorithm that is currently shown.
inline constexpr const char* kShownAlgorithm = "shown";

// The choices of the Run on GPU tab.
struct BenchmarkChoice {
  static constexpr const char* kPage = "gpu";
  std::string device;                  // a key of device_keys(); empty: the first device
  std::vector<std::string> shared_by;  // devices that share each array, by key; empty: only `device` runs
  bool by_speed = false;               // the devices' shares depend on position and measured speed
  bool each_alone = true;              // each sharing device also processes the whole array alone
  std::vector<std::string> algorithms{kShownAlgorithm};  // ids, or kShownAlgorithm; empty: all
  std::vector<std::uint64_t> sizes{1 << 20, 1 << 24};
  std::uint64_t group_size = 256;
  unsigned repetitions = 20;
  unsigned warm_ups = 3;  // at least 1
  // Display of the results.
  ResultDisplay view = ResultDisplay::table;
  ResultColumns columns = ResultColumns::times;
  LineMeasure lines = LineMeasure::gbps;
  bool linear = false;       // the axis of GB/s is linear; the axis of times is always logarithmic
  std::string ladder;        // the document whose ladder is shown, "002"; empty: the fastest kernels
  std::uint64_t bars_n = 0;  // the n of the bars; 0, or a value that was not measured: the largest n
  bool operator==(const BenchmarkChoice&) const = default;
};

// The settings of the Compare tab's table.
struct CompareChoice {
  static constexpr const char* kPage = "compare";
  std::string column = "divergent_branches";  // sort key, in compare_columns()
  bool descending = true;
  bool reductions = true, scans = true, patterns = false;  // families that are shown
  std::string row;                    // the CompareRow::key of the row under the cursor; may be empty
  std::vector<std::string> pair;      // keys of the rows that are compared, at most two
  bool stepping = false;              // both rows are stepped together
  std::optional<std::uint64_t> step;  // steps that both runs have made; no value: up to the suggested moment
  bool operator==(const CompareChoice&) const = default;
};

// The n and p of the Theory page. n is a power of two. It is independent of the run, because it can be
// far larger than the n of a run that can be stepped through. p is a power of two or any number that the
// user typed.
struct TheoryChoice {
  static constexpr unsigned kLeastN = 4, kMaxN = 26, kMaxP = 20;
  unsigned log2_n = 12, log2_p = 8;
  static constexpr std::uint64_t kMaxProcessors = std::uint64_t{1} << kMaxP;
  std::optional<std::uint64_t> p{};  // no value: 2^log2_p
  std::uint64_t processors() const {
    return p ? std::clamp<std::uint64_t>(*p, 1, kMaxProcessors) : std::uint64_t{1} << log2_p;
  }
  bool operator==(const TheoryChoice&) const = default;
};

// The view of the Lab: a scene and the settings that differ from their defaults (sim/lab/scene.hpp). The
// device model is that of the state.
struct LabChoice {
  static constexpr const char* kPage = "lab";
  std::string scene = "coalescing";
  std::map<std::string, std::map<std::string, std::string, std::less<>>> settings;  // settings of each scene
  bool operator==(const LabChoice&) const = default;
};

// The lesson and the page that are shown (gui/lesson/player/player.hpp).
struct LessonChoice {
  static constexpr const char* kPage = "lessons";
  std::string name;    // the name of the lesson or the path of its folder; empty: no lesson is open
  std::string page;    // the page's name in links; empty: the page at which the reader left the lesson
  bool begun = false;  // the page's scene is already part of this state and is not loaded again
  bool operator==(const LessonChoice&) const = default;
};

// The assignment and the task that are shown (gui/pages/assignment). The student's texts are in edited_texts.
struct AssignmentChoice {
  static constexpr const char* kPage = "assignment";
  std::string name;                // the assignment's name or the path of its folder; empty: all assignments
  std::string task;                // the task's name; empty: all tasks
  std::string file;                // the edited file of the task; empty: the first file
  std::vector<std::string> hints;  // "ASSIGNMENT/TASK", once for each hint that was used
  bool operator==(const AssignmentChoice&) const = default;
};

// Questions about the next steps of the run (gui/questions).
struct PredictChoice {
  static constexpr unsigned kMaxLevel = 3;
  bool on = false;
  unsigned level = 1;  // 1 to kMaxLevel; the level is adapted to the answers
  bool operator==(const PredictChoice&) const = default;
};

// The overlay above the panels. `name` is the name of an Overlay (gui/overlays/overlays.hpp), or empty if no
// overlay is open. `page` is the page of an overlay with several pages, such as the stops of the tour.
struct OverlayChoice {
  std::string name;
  std::uint64_t page = 0;
  bool operator==(const OverlayChoice&) const = default;
};

// The launch of the user's own kernel file, if it is not launched like an algorithm of the catalogue.
struct OwnLaunch {
  LaunchDescription description;
  std::string plan_file;  // the file from which the launch was read or to which it was saved; may be empty
  // Returns true if the file did not yet contain a kernel that compiles. A launch is proposed as soon as
  // it does.
  bool is_awaited() const { return description.launches.empty() && plan_file.empty(); }
  bool operator==(const OwnLaunch&) const = default;
};

// A program that is run with Lockstep as its OpenCL device.
struct ProgramCommand {
  static constexpr std::uint64_t kMaxSeconds = 86'400;
  std::string command;          // the command as typed in a shell
  std::string folder;           // absolute path of the working directory; empty: that of the window
  std::string launches;         // launches that are checked and recorded: "3,7..9"; empty: all
  std::uint64_t seconds = 300;  // time limit of the program; 0: none
  // The file that contains the command, if the user has not yet agreed to run the command; empty if the user
  // typed the command or has agreed.
  std::string came_with;
  bool operator==(const ProgramCommand&) const = default;
};

// The definition of the run.
struct RunChoice {
  std::string algorithm = "reduce/divergent";
  // The user's own kernel that replaces the catalogue's, or a recorded program (.lockstep); may be empty.
  std::string kernel_file;
  std::optional<OwnLaunch> launch;        // launch of kernel_file; no value: launched like the algorithm
  std::optional<ProgramCommand> program;  // the program of which kernel_file is, or will be, the recording
  // The scene of an exercise (core/catalogue/documents.hpp); may be empty. The user completes the text of the
  // exercise instead of the algorithm's text, and edits belong to the exercise.
  std::string exercise;
  // A document, such as "002"; may be empty. If the document prints a CUDA C++ kernel for the algorithm, this
  // kernel runs when CUDA's terms are chosen.
  std::string listings;
  Words words = Words::opencl;
  // Edited texts by source_key(). Edits are kept when a different algorithm is shown.
  std::map<std::string, std::string> edited_texts;
  std::uint64_t n = 64;
  std::uint64_t group_size = 64;
  Operator op = Operator::sum;
  ElementType type = ElementType::int32;
  Content::Pattern pattern = Content::Pattern::random;
  PatternOptions pattern_options;               // options of some algorithms, such as mask width and bins
  double constant = 1;                          // the value of Pattern::constant
  std::string typed_input = "3,1,7,0,4,1,6,3";  // the values of Pattern::bytes; n is the number of values
  std::uint64_t seed = 1;
  std::string model = "cc9.0";
  sim::Schedule schedule;                        // schedule of lanes, warps and work-groups
  std::optional<sim::Schedule> schedule_before;  // the schedule that a failing schedule replaced
  bool exclusive = false;                        // exclusive form of a scan
  bool operator==(const RunChoice&) const = default;

  // Returns the name of the shown source: the document's kernel, the user's file, or the algorithm.
  std::string source_id() const {
    if (const DocumentListing* const printed = listing()) return printed->path();
    return kernel_file.empty() ? algorithm : kernel_file;
  }
  // Returns the kernel that the document prints if this kernel is run; otherwise null.
  const DocumentListing* listing() const { return words == Words::cuda ? printed_listing() : nullptr; }
  // Returns the kernel of the document that runs if CUDA's terms are chosen; null if there is no such kernel.
  const DocumentListing* printed_listing() const {
    return kernel_file.empty() && exercise.empty() ? find_listing(listings, algorithm) : nullptr;
  }
  // Returns true if a recording is shown. A recording contains its own launches, inputs and sizes.
  bool shows_recording() const { return kernel_file.ends_with(kRecordingEnding); }
  bool has_typed_input() const { return pattern == Content::Pattern::bytes; }
  bool has_own_kernel() const { return !kernel_file.empty() && !shows_recording(); }
  // Returns the key of the plan's program with this index; a recording may have several programs.
  std::string source_key(std::size_t index) const {
    if (index == 0 && !exercise.empty()) return exercise;
    return index == 0 ? source_id() : source_id() + "#" + std::to_string(index + 1);
  }
  const std::string* edited_text(std::size_t index = 0) const {
    const auto found = edited_texts.find(source_key(index));
    return found == edited_texts.end() ? nullptr : &found->second;
  }
};

// The position in the run, and the conditions that stop it.
struct PlayheadChoice {
  // `position` is the moment that is shown. If it has no value, the moment at which the row `after_row` of
  // the figure is complete is shown; 1 is the topmost row. If both have no value, the moment that the run
  // suggests is shown.
  std::optional<std::uint64_t> position, after_row;
  sim::Trace::Step step = sim::Trace::Step::line;
  int speed = 0;  // the speed is the usual speed times 2^speed
  EventKind event = EventKind::any;
  sim::BreakpointLines breakpoints;           // the condition of each line; an empty condition always stops
  std::vector<std::string> watches;           // watched expressions
  std::optional<std::uint64_t> watched_part;  // see sim::WatchTable; no value: the part that executes
  bool operator==(const PlayheadChoice&) const = default;
};

// The settings of the view.
struct ViewChoice {
  // The text of a prepared scene, shown above the figure. The story may contain values of the
  // run (sim/explain/story.hpp).
  std::string title, story;
  std::string words_tab;        // key of the page that title and story refer to; empty: any page
  std::string document;         // entry of the opened document, "001/figure-6"; may be empty
  std::string tab = kStepPage;  // the key of a page (gui/pages/page.hpp)
  Heat heat = Heat::branches;
  bool show_original = false;  // show the original next to the edited kernel
  sim::translation::SourceForm source_form = sim::translation::SourceForm::opencl;  // in the source panel
  std::optional<CellId> selected_cell;
  std::string lane_variable;  // variable that the lanes show; empty: their last result
  bool presentation = false;
  Show show = usual_show();  // the cards of a presentation
  // In a small window, several cards share a place. These are the cards that the user brought to the front,
  // ordered from oldest to latest.
  std::vector<std::string> in_front;
  ThemeName theme = ThemeName::light;
  float ui_scale = 1;
  bool operator==(const ViewChoice&) const = default;
};

// The parts are base classes, so that each field has one short name everywhere, and a function can take only
// the part that it needs.
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

  // Returns true if the cards selected by `show` are shown, each complete and without controls. This is the
  // case in a presentation and next to a lesson.
  bool shows_chosen_cards() const {
    return presentation || (tab == LessonChoice::kPage && !lesson.name.empty());
  }
};

// Returns the card that was brought to the front last among `cards`, which share a place. If no card was
// brought to the front, returns the first card.
std::string_view front_card(const ViewChoice& view, std::span<const std::string_view> cards);
void bring_to_front(ViewChoice& view, std::string_view card);

// Adds or removes a breakpoint without a condition.
void toggle_breakpoint(PlayheadChoice& playhead, std::uint32_t line);
// Removes the title and the story of the scene.
void end_story(ViewChoice& view);
// Returns true if the title and the story refer to the page that is shown.
bool has_words_here(const ViewChoice& view);
// Returns to the moment that the run suggests.
void forget_position(PlayheadChoice& playhead);
// Adds an expression to the end of the watches unless it is already watched, and brings the table of watches
// to the front.
void watch(AppState& state, const std::string& expression);
inline constexpr std::string_view kWatchCard = "watch", kCellCard = "cell";
// Shows the work-items that wrote and read a cell.
void show_history(ViewChoice& view, const CellId& cell);

// Chooses a schedule. The run then shows the moment that it suggests.
void choose_schedule(AppState& state, const sim::Schedule& schedule);
// Choose a schedule with which the run fails, and return to the previous schedule.
void choose_failing_schedule(AppState& state, const sim::Schedule& schedule);
void return_to_schedule(AppState& state);

// Chooses a different algorithm with its own kernel, at the moment that the run suggests. For a hazard, n is
// set so that the error appears.
void choose_algorithm(AppState& state, const std::string& id);

// Chooses the user's own file instead of the algorithm's kernel.
void choose_kernel_file(AppState& state, const std::string& path);
// Chooses the user's own file and its launch.
void choose_launch(AppState& state, const std::string& path, OwnLaunch launch);
// Opens an assignment by its name or the path of its folder, and one of its tasks.
void open_assignment(AppState& state, const std::string& name, const std::string& task = {});
// Uses the typed values as the input, and sets n to their number.
void choose_typed_input(AppState& state, const std::string& values, std::uint64_t count);
// Sets n to the number of typed values. Call after any change to the values or the type. If the type does not
// allow the values, n stays the same.
void follow_typed_input(RunChoice& run);
// Returns the input for runs of other sizes. Typed values, which exist for only one size, are replaced with
// random numbers.
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

// Returns the number of steps per second at this speed.
double steps_per_second(int speed);
// Returns the label of a speed: "1×", "4×", "¼×".
std::string speed_label(int speed);

}  // namespace lockstep::gui
