#include "assignment/judging/cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "assignment/formula_values/formula.hpp"
#include "core/base/hash.hpp"
#include "core/base/text/json.hpp"

namespace lockstep::assignment {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kUsualL = 64;
constexpr double kMaxExact = 9007199254740992.0;  // 2^53: integers up to this value are exact in a double
constexpr std::size_t kMaxSteps = 10'000;         // maximum number of launches from formulas of `step`
const std::string kModel = "cc9.0";

std::vector<std::string> or_usual(const std::vector<std::string>& words, std::vector<std::string> usual) {
  if (words.empty()) return usual;
  return words;
}

std::uint64_t drawn_seed(const std::string& secret, const Task& task, const Test& test, std::uint64_t n) {
  const std::string digits = text_hash(fmt::format("{}/{}/{}/{}", secret, task.name, test.name, n));
  std::uint64_t seed = 0;
  std::from_chars(digits.data(), digits.data() + 7, seed, 16);
  return seed + 1;
}

// One size is drawn at random, so that a kernel cannot recognise the sizes that are tested.
std::vector<std::uint64_t> sizes_of(const Task& task, const Test& test, std::uint64_t L,
                                    const std::string& secret) {
  const CaseLists& lists = test.lists;
  std::vector<std::uint64_t> sizes = lists.n.empty() ? usual_sizes(L) : lists.n;
  if (lists.drawn_n.empty()) return sizes;
  const std::uint64_t drawn = lists.drawn_n[drawn_seed(secret, task, test, 0) % lists.drawn_n.size()];
  if (std::ranges::find(sizes, drawn) == sizes.end()) sizes.push_back(drawn);
  return sizes;
}

// Returns the words that may be used in braces in addition to numbers.
struct WordName {
  std::string_view name, meaning;
  std::string Case::*value;
};
constexpr WordName kWordNames[] = {{"type", "the type of the elements", &Case::type},
                                   {"operator", "the operator, such as sum", &Case::op}};
constexpr std::string_view kStepName = "step";
constexpr std::string_view kFormulaExamples =
    R"("global": "{ceil(n / (2 L)) L}", "repeat": "{log n}", "count": "{n / 2^(step + 1)}")";

std::optional<std::string> word_named(std::string_view name, const Case& values) {
  const auto* const found = std::ranges::find(kWordNames, name, &WordName::name);
  return found == std::end(kWordNames) ? std::nullopt : std::optional(values.*found->value);
}

// The names of numbers in formulas.
struct NumberName {
  std::string_view name, meaning;
  std::uint64_t (*value)(const Case&);
};
constexpr NumberName kNumberNames[] = {
    {"n", "the elements of the input", [](const Case& values) { return values.n; }},
    {"L", "the work-items of a work-group", [](const Case& values) { return values.L; }},
    {"groups", "n / L, rounded up", [](const Case& values) { return (values.n + values.L - 1) / values.L; }},
    {"seed", "the number from which random values are drawn",
     [](const Case& values) { return values.seed; }}};

Names numbers_of(const Case& values) {
  return [&values](std::string_view name) -> std::optional<double> {
    const auto* const found = std::ranges::find(kNumberNames, name, &NumberName::name);
    if (found == std::end(kNumberNames)) return std::nullopt;
    return static_cast<double>(found->value(values));
  };
}

bool is_letter_or_digit(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool names_in_braces(std::string_view text, std::string_view name) {
  for (std::size_t open = 0; (open = text.find('{', open)) != text.npos; ++open) {
    const std::string_view formula = text.substr(open, text.find('}', open) - open);
    for (std::size_t at = 0; (at = formula.find(name, at)) != formula.npos; ++at) {
      const std::size_t end = at + name.size();
      if (!is_letter_or_digit(formula[at - 1]) &&
          (end == formula.size() || !is_letter_or_digit(formula[end])))
        return true;
    }
  }
  return false;
}

bool has_formula_of(const Json& json, std::string_view name) {
  if (json.is_structured())
    return std::ranges::any_of(json, [&](const Json& part) { return has_formula_of(part, name); });
  return json.is_string() && names_in_braces(json.get_ref<const std::string&>(), name);
}

// Whether a formula of the task or of the test contains one of these names. The function returns true if
// plans are submitted, because they may contain any formula.
bool depends_on(std::initializer_list<std::string_view> names, const Task& task, const Test& test) {
  if (task.has_own_launches() || task.plan.empty()) return true;
  const auto is_in = [&](const std::string& text) {
    if (text.empty()) return false;
    const auto json = parse_json<Json>(text);
    return !json ||
           std::ranges::any_of(names, [&](std::string_view it) { return has_formula_of(*json, it); });
  };
  return is_in(task.plan) || is_in(test.launch) ||
         std::ranges::any_of(test.criteria, [&](const Criterion& criterion) {
           const std::string formulas = "{" + criterion.left + " " + criterion.right;
           return std::ranges::any_of(names,
                                      [&](std::string_view it) { return names_in_braces(formulas, it); });
         });
}

// Whether a text of the launch contains a formula of `step`, which counts the repetitions from 0.
bool has_step(const Json& json) {
  if (json.is_structured()) return std::ranges::any_of(json, has_step);
  if (!json.is_string()) return false;
  const auto& text = json.get_ref<const std::string&>();
  for (std::size_t open = 0; (open = text.find('{', open)) != text.npos; ++open)
    if (text.substr(open, text.find('}', open) - open).find("step") != std::string::npos) return true;
  return false;
}

bool is_nothing(const Json& global) {
  if (!global.is_array()) return global == 0;
  return std::ranges::any_of(global, [](const Json& size) { return size == 0; });
}

// A host program that computes its sizes would skip a launch without work-items.
void remove_launches_of_nothing(Json& plan) {
  if (!plan.is_object() || !plan.contains("launches") || !plan["launches"].is_array()) return;
  Json launches = Json::array();
  for (Json& launch : plan["launches"])
    if (!launch.is_object() || !launch.contains("global") || !is_nothing(launch["global"]))
      launches.push_back(std::move(launch));
  plan["launches"] = std::move(launches);
}

bool has_next(const Json& json) {
  return json.is_structured() &&
         ((json.is_object() && json.contains("next")) || std::ranges::any_of(json, has_next));
}

Json number_json(double value) {
  if (value == std::floor(value) && value >= 0 && value < kMaxExact) return static_cast<std::uint64_t>(value);
  return value;
}

class Substitution {
 public:
  explicit Substitution(const Case& values) : values_(values) {}

  void replace_in(Json& json) {
    if (json.is_string()) {
      json = replaced(json.get<std::string>());
    } else if (json.is_structured()) {
      for (Json& part : json) replace_in(part);
    }
  }
  const std::string& problem() const { return problem_; }

  // A launch with formulas of `step` stands for any number of launches, one for each repetition. Their sizes
  // change from step to step, as in a host loop.
  void unroll(Json& plan) {
    if (!plan.is_object() || !plan.contains("launches") || !plan["launches"].is_array()) return;
    Json launches = Json::array();
    for (const Json& launch : plan["launches"]) add_unrolled(launch, launches);
    plan["launches"] = std::move(launches);
  }

 private:
  void add_unrolled(const Json& launch, Json& launches) {
    Json repeat = launch.is_object() && launch.contains("repeat") ? launch["repeat"] : Json(1);
    if (repeat.is_string()) replace_in(repeat);
    if (repeat == 0) return;
    const bool is_unrolled = repeat.is_number_unsigned() && has_step(launch);
    if (!is_unrolled) return launches.push_back(launch);
    if (const auto count = repeat.get<std::uint64_t>();
        count > kMaxSteps - std::min(kMaxSteps, launches.size()))
      return fail(fmt::format("a plan with formulas of step must have at most {} launches", kMaxSteps));
    if (has_next(launch))
      return fail(
          "a launch with formulas of step must not contain \"next\"; write this value as a formula of step, "
          "too");
    for (std::uint64_t step = 0; step < repeat; ++step) {
      Json one = launch;
      one.erase("repeat");
      step_ = step;
      replace_in(one);
      launches.push_back(std::move(one));
    }
    step_.reset();
  }

  void fail(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
  }

  Json replaced(const std::string& text) {
    if (text.size() > 2 && text.front() == '{' && text.find('}') == text.size() - 1) {
      const std::string_view inside = std::string_view(text).substr(1, text.size() - 2);
      if (const auto word = word_named(inside, values_)) return *word;
      return number_json(number(inside));
    }
    std::string result;
    std::size_t at = 0;
    for (std::size_t open = 0; (open = text.find('{', at)) != text.npos;) {
      const std::size_t close = text.find('}', open);
      if (close == text.npos) break;
      result += text.substr(at, open - at);
      const std::string inside = text.substr(open + 1, close - open - 1);
      const auto word = word_named(inside, values_);
      result += word ? *word : number_json(number(inside)).dump();
      at = close + 1;
    }
    return result + text.substr(at);
  }

  double number(std::string_view formula) {
    const Names numbers = numbers_of(values_);
    const auto value = evaluate(formula, [&](std::string_view name) {
      return name == kStepName && step_ ? std::optional(static_cast<double>(*step_)) : numbers(name);
    });
    if (!value) fail(value.error().message);
    return value.value_or(0);
  }

  const Case& values_;
  std::optional<std::uint64_t> step_;  // of the launch that is being written
  std::string problem_;
};

Result<Json> substituted(const std::string& text, const Case& values, const std::string& file) {
  auto json = parse_json<Json>(text);
  if (!json) return usage_error(json.error().text_of(file));
  Substitution substitution(values);
  substitution.unroll(*json);
  substitution.replace_in(*json);
  if (!substitution.problem().empty())
    return usage_error(fmt::format("{}: {}", file, substitution.problem()));
  remove_launches_of_nothing(*json);
  return std::move(*json);
}

// A buffer of the test changes the buffer of the plan with the same name, field by field. Other keys of the
// plan are replaced.
void change(Json& plan, const Json& changes) {
  for (const auto& [key, value] : changes.items()) {
    if (key != "buffers" || !plan.contains(key) || !value.is_array() || !plan[key].is_array()) {
      plan[key] = value;
      continue;
    }
    for (const Json& buffer : value) {
      const auto same = std::ranges::find_if(plan[key], [&](const Json& one) {
        return one.is_object() && buffer.is_object() &&
               one.value("name", Json()) == buffer.value("name", Json());
      });
      if (same == plan[key].end())
        plan[key].push_back(buffer);
      else
        same->update(buffer);
    }
  }
}

bool is_one_number(const std::string& fill) {
  double value = 0;
  const auto read = std::from_chars(fill.data(), fill.data() + fill.size(), value);
  return read.ec == std::errc() && read.ptr == fill.data() + fill.size();
}

}  // namespace

std::string Case::text() const {
  return fmt::format("n = {}, {}{}{}seed {}, {} lanes, {} order, {}", n,
                     has_L ? fmt::format("L = {}, ", L) : "", has_type ? type + ", " : "",
                     has_operator ? op + ", " : "", seed, sim::to_string(schedule.lanes),
                     sim::to_string(schedule.order), model->name);
}

Result<std::vector<Case>> cases_of(const Task& task, const Test& test, const std::string& secret) {
  const CaseLists& lists = test.lists;
  std::vector<Case> cases;
  std::string problem;
  const auto note = [&](const auto& result) {
    if (!result && problem.empty()) problem = result.error().message;
    return result.has_value();
  };
  const std::vector<std::uint64_t> group_sizes = lists.L.empty() ? std::vector{kUsualL} : lists.L;
  Case one;
  one.has_L = depends_on({"L", "groups"}, task, test);
  one.has_type = !lists.types.empty() || depends_on({"type"}, task, test);
  one.has_operator = !lists.operators.empty() || depends_on({"operator"}, task, test);
  const auto add_sizes = [&] {
    for (const std::uint64_t L : group_sizes)
      for (const std::uint64_t n : sizes_of(task, test, L, secret))
        for (const std::uint64_t seed :
             lists.seeds.empty() ? std::vector{drawn_seed(secret, task, test, n)} : lists.seeds) {
          one.n = n;
          one.L = L;
          one.seed = seed;
          if (cases.size() <= kMaxCases) cases.push_back(one);
        }
  };
  for (const std::string& model : or_usual(lists.models, {kModel}))
    for (const std::string& lanes : or_usual(lists.schedules, {"lockstep", "independent"}))
      for (const std::string& order : or_usual(lists.orders, {"fixed"}))
        for (const std::string& type : or_usual(lists.types, {"int"}))
          for (const std::string& op : or_usual(lists.operators, {"sum"})) {
            const auto found = sim::find_device_model(model);
            const auto schedule = sim::parse_lane_schedule(lanes);
            const auto parsed = sim::parse_execution_order(order);
            if (!note(found) || !note(schedule) || !note(parsed)) continue;
            one.model = *found;
            one.schedule = {*schedule, *parsed};
            one.type = type;
            one.op = op;
            add_sizes();
          }
  if (!problem.empty()) return usage_error(problem);
  if (cases.size() > kMaxCases)
    return usage_error(
        fmt::format("the test \"{}\" has more than {} cases; make its lists shorter", test.title, kMaxCases));
  return cases;
}

std::string plan_formula_help() {
  std::string names;
  const auto add = [&](std::string_view name, std::string_view meaning) {
    names += fmt::format("{}{}: {}", names.empty() ? "" : "; ", name, meaning);
  };
  for (const NumberName& number : kNumberNames) add(number.name, number.meaning);
  for (const WordName& word : kWordNames) add(word.name, word.meaning);
  add(kStepName, "the number of the repetition of a launch, 0, 1, 2 …");
  return fmt::format(
      "Texts of a plan may contain formulas in braces: {}. They are computed for each test.\n{}\nNames: {}.",
      kFormulaExamples, formula_help(), names);
}

Result<std::string> with_values(const std::string& json, const Case& values, const std::string& file) {
  return substituted(json, values, file).map([](const Json& it) { return it.dump(); });
}

Result<std::vector<std::string>> words_with_values(const std::string& text, const Case& values) {
  Json words = Json::array();
  std::string word;
  for (const char c : text + " ") {
    if (c != ' ') {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::exchange(word, {}));
    }
  }
  Substitution substitution(values);
  substitution.replace_in(words);
  if (!substitution.problem().empty()) return usage_error("arguments: " + substitution.problem());
  std::vector<std::string> texts;
  for (const Json& one : words) texts.push_back(one.is_string() ? one.get<std::string>() : one.dump());
  return texts;
}

Result<LaunchDescription> author_launch(const Task& task, const Test& test, const Case& values) {
  auto plan = parse_json<Json>(task.plan.empty() ? "{}" : task.plan);
  const std::string file = task.plan_file.empty() ? test.title : task.plan_file;
  if (!plan) return usage_error(plan.error().text_of(file));
  const auto changes = parse_json<Json>(test.launch);
  if (!plan->is_object() || !changes)
    return usage_error(fmt::format("{}: a plan must be a JSON object", file));
  change(*plan, *changes);
  if (!plan->contains("lockstep_plan")) (*plan)["lockstep_plan"] = 1;
  (*plan)["file"] = task.files.empty() ? std::string() : task.files.front();
  const auto text = substituted(plan->dump(), values, file);
  return text ? parse_launch_description(text->dump(), file) : tl::unexpected(text.error());
}

Result<LaunchDescription> student_launch(const std::string& plan, const std::string& file,
                                         const LaunchDescription& author, const Case& values) {
  Case known = values;
  known.seed = 0;  // the student's kernels must not know the seed of their inputs
  const auto text = substituted(plan, known, file);
  if (!text) return tl::unexpected(text.error());
  auto student = parse_launch_description(text->dump(), file);
  if (!student) return student;
  student->file = author.file;
  student->options = author.options;
  const auto is_given = [&](const std::string& name) {
    const DescribedBuffer* const buffer = author.find_buffer(name);
    return buffer != nullptr && !buffer->fill.empty();
  };
  for (DescribedBuffer& buffer : student->buffers)
    if (!buffer.fill.empty() && !is_given(buffer.name) && !is_one_number(buffer.fill))
      return usage_error(
          fmt::format("{}: the buffer \"{}\" is filled with \"{}\"; a submitted plan may fill its "
                      "own buffers with one "
                      "number only",
                      file, buffer.name, buffer.fill));
  for (const DescribedBuffer& given : author.buffers) {
    const auto same = std::ranges::find(student->buffers, given.name, &DescribedBuffer::name);
    if (same == student->buffers.end())
      student->buffers.push_back(given);
    else if (!given.fill.empty())
      *same = given;
  }
  const std::string result = student->expectation.buffer;
  student->expectation = author.expectation;
  if (!result.empty()) student->expectation.buffer = result;
  return student;
}

}  // namespace lockstep::assignment
