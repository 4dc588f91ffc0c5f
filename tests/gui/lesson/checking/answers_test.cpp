// The answers of each lesson, computed independently of the lessons' code: questions about the run by brute
// force (tests/sim/quiz/oracle.hpp), values in braces from a run without a trace.
#include <gmock/gmock.h>

#include <cstring>
#include <map>
#include <regex>

#include "gui/app/lesson_tools.hpp"
#include "gui/lesson/checking/check.hpp"
#include "gui/lesson/checking/ready_question.hpp"
#include "sim/observers/counters/counters.hpp"
#include "tests/gui/lesson/lessons.hpp"
#include "tests/sim/quiz/oracle.hpp"

namespace lockstep::gui {
namespace {

using testing::IsEmpty;

// The content of braces, with values of a run that was counted without a trace.
class Recomputed {
 public:
  explicit Recomputed(const Run& run) : run_(run), plan_(run.trace->plan()) {
    const sim::DeviceModel& model = **sim::find_device_model(run.request.model);
    sim::RunOptions options;
    options.schedule = run.request.schedule;
    counted_ = *sim::run_counted(plan_, model, options);
    values_["n"] = static_cast<double>(plan_.n);
    values_["group_size"] = static_cast<double>(plan_.group_size);
    const bool alone = run.request.schedule.lanes == sim::LaneSchedule::independent;
    values_["lanes"] = alone ? 1 : model.warp_width;
#define M(name, title, unit, explanation) values_[#name] = static_cast<double>(counted_.total.name);
#include "sim/observers/counters/metrics.def"
#undef M
  }

  // Sums of products, without line numbers, which are not values.
  double value_of(const std::string& words) const {
    static const std::regex sum(R"((.*[^*/ ]) *([+-]) *(?![^\[]*\])(.+))");
    static const std::regex product(R"((.*) *([*/]) *(.+))");
    static const std::regex element(R"( *(\w+)\[ *(last)? *-? *(\d*) *\] *)");
    std::smatch parts;
    if (std::regex_match(words, parts, element)) return element_of(parts[1], parts[2] == "last", parts[3]);
    if (std::regex_match(words, parts, sum))
      return parts[2] == "+" ? value_of(parts[1]) + value_of(parts[3])
                             : value_of(parts[1]) - value_of(parts[3]);
    if (std::regex_match(words, parts, product))
      return parts[2] == "*" ? value_of(parts[1]) * value_of(parts[3])
                             : value_of(parts[1]) / value_of(parts[3]);
    std::string word = words;
    std::erase(word, ' ');
    const auto known = values_.find(word);
    return known != values_.end() ? known->second : std::stod(word);
  }

 private:
  double element_of(const std::string& name, bool from_last, const std::string& digits) const {
    const std::size_t buffer = buffer_of(name);
    const ElementType type = plan_.buffers.at(buffer).type;
    const std::uint64_t number = digits.empty() ? 0 : std::stoull(digits);
    const std::uint64_t index = from_last ? plan_.buffers[buffer].elements - 1 - number : number;
    return with_type(type, [&]<class T>() {
      T value{};
      std::memcpy(&value, counted_.buffers.at(buffer).data() + index * sizeof(T), sizeof(T));
      return static_cast<double>(value);
    });
  }
  std::size_t buffer_of(const std::string& name) const {
    if (plan_.expectation && name == "result") return plan_.expectation->result_buffer;
    if (plan_.expectation && name == "input") return plan_.expectation->input_buffer;
    for (const sim::CombinationArray& array : run_.figures->combination()->arrays)
      if (!array.object.is_local && (array.name == name || plan_.buffers[array.object.buffer].name == name))
        return array.object.buffer;
    ADD_FAILURE() << name << " is no buffer";
    return 0;
  }

  const Run& run_;
  const Plan& plan_;
  sim::CountedRun counted_;
  std::map<std::string, double> values_;
};

// Each pair of braces in the page's texts.
std::vector<std::string> values_of(const LessonPage& page) {
  std::vector<std::string> found;
  const auto add = [&](const std::string& text) {
    static const std::regex braces(R"(\{([^}]*)\})");
    for (std::sregex_iterator at(text.begin(), text.end(), braces), end; at != end; ++at)
      if (const std::string inside = (*at)[1]; inside.find('"') == std::string::npos) found.push_back(inside);
  };
  for_each_text(page, [&](const LessonText& text) {
    for (const LessonInline& piece : text)
      if (piece.kind == LessonInline::Kind::text) add(piece.text);
  });
  for (const LessonQuestion& question : page.questions) add(question.number);
  return found;
}

class EachLessonsAnswers : public testing::TestWithParam<LessonFolder> {};

TEST_P(EachLessonsAnswers, AgreeWithAnotherRoute) {
  const auto lesson = load_lesson(GetParam());
  ASSERT_TRUE(lesson);
  std::vector<LessonFault> faults;
  const auto scenes = lesson_scenes(*lesson, lesson_tools().read, faults);
  PageRuns runs;
  std::uint64_t asked = 0, recomputed = 0;
  for (std::size_t i = 0; i < scenes.size(); ++i) {
    const LessonPage& page = lesson->lesson.pages[i];
    if (!scenes[i]) continue;
    const auto run = runs.run(*scenes[i]);
    ASSERT_TRUE(run) << page.name << ": " << run.error().message;
    const sim::DeviceModel& model = **sim::find_device_model((*run)->request.model);
    const quiz::Quiz quiz((*run)->trace, (*run)->figures->combination());
    quiz::Oracle oracle((*run)->trace, model);
    for (const LessonQuestion& question : page.questions) {
      if (question.form != LessonQuestion::Form::asked) continue;
      const auto found = asked_question(question, **run, quiz);
      ASSERT_TRUE(found) << page.name << ": " << found.error().message;
      EXPECT_THAT(oracle.fault_of(*found), IsEmpty()) << page.name << ": " << found->text;
      ++asked;
    }
    recomputed += oracle.recomputed();
    const Recomputed other(**run);
    const LabValues lab(*scenes[i]);
    for (const std::string& words : values_of(page)) {
      const auto told = with_values("{" + words + "}", TextMoment{*run, UINT64_MAX, &lab});
      ASSERT_TRUE(told) << page.name << ": " << told.error().message;
      // Values of the Lab are compared with the vectors of the guides in the tests of the Lab.
      if (words.starts_with("lab.")) continue;
      const double value = other.value_of(words);
      EXPECT_NEAR(std::stod(*told), value, 1e-5 * std::abs(value)) << page.name << ": {" << words << "}";
    }
  }
  EXPECT_EQ(recomputed, asked) << "some answers were looked at for their form only";
}

INSTANTIATE_TEST_SUITE_P(Lessons, EachLessonsAnswers, testing::ValuesIn(lesson_folders()), lesson_test_name);

}  // namespace
}  // namespace lockstep::gui
