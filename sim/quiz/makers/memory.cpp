// Makes questions about the cost of one access: banks, passes, transactions. Atomic operations are not used;
// an access is used only if its rule is published or if a lesson requests it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "core/base/text/text.hpp"
#include "sim/quiz/makers/makers.hpp"

namespace lockstep::quiz {
namespace {

using Flags = sim::TraceRecord;

bool is_plain(const QuizRun& run, const LineStep& step, std::uint64_t about, std::uint16_t flag) {
  const sim::Opcode op = run.trace().instruction_at(about).op;
  return !run.has_items_only() && step.line != 0 && (op == sim::Opcode::load || op == sim::Opcode::store) &&
         (run.trace().at(about).flags & flag) != 0;
}

// Returns the access, unless the description in the question also matches another access of the line with a
// different cost.
std::optional<QuizRun::Access> access_of(const Asking& asking) {
  const auto access = asking.run.access_at(asking.about);
  if (!access || access->detail.kind == sim::AccessKind::atomic) return std::nullopt;
  const LineStep& here = asking.here();
  const std::string cells = asking.run.cells(asking.about);
  for (std::uint64_t at = here.begin; at < here.end; ++at) {
    const auto& all = asking.trace().accesses(at);
    if (at == asking.about || all.empty() || all.front().kind != access->detail.kind) continue;
    const auto other = asking.run.access_at(at);
    if (!other) return std::nullopt;
    const bool same = other->detail.lanes == access->detail.lanes && other->elements == access->elements;
    if (asking.run.cells(at) == cells && !same) return std::nullopt;
  }
  return access;
}

bool is_store(const QuizRun::Access& access) { return access.detail.kind == sim::AccessKind::store; }

// Whether each lane accesses only one bank.
bool is_narrow(const sim::LocalRule& rule, const QuizRun::Access& access) {
  return access.detail.space == sim::Space::local && access.detail.bytes <= rule.bank_bytes &&
         access.detail.local.wavefronts != 0;
}

std::uint64_t word_of(const sim::LocalRule& rule, const QuizRun::Access& access, unsigned lane) {
  return static_cast<std::uint64_t>(sim::offset_of(access.detail.addresses[lane])) / rule.bank_bytes;
}
std::uint64_t bank_of(const sim::LocalRule& rule, const QuizRun::Access& access, unsigned lane) {
  return word_of(rule, access, lane) % rule.banks;
}

void add_by_lane(const QuizRun::Access& access, Question& question) {
  const std::uint64_t lanes = access.detail.lanes;
  const auto first = static_cast<unsigned>(std::countr_zero(lanes));
  const bool is_row = 64 - static_cast<unsigned>(std::countl_zero(lanes)) - first ==
                      static_cast<unsigned>(std::popcount(lanes));
  if (!is_row) {
    sim::for_each_lane(access.detail.lanes, [&](unsigned lane) {
      question.given.push_back(
          say(Text::given_by_named_lane,
              {{"lane", lane}, {"name", access.memory->name}, {"index", access.elements[lane]}}));
    });
    return;
  }
  std::string values;
  sim::for_each_lane(access.detail.lanes, [&](unsigned lane) {
    values += (lane == first ? "" : " ") + std::to_string(access.elements[lane]);
  });
  question.given.push_back(
      say(Text::given_by_lane, {{"name", access.memory->name}, {"lane", first}, {"values", values}}));
}

void add_banks(const Asking& asking, const QuizRun::Access& access, Question& question) {
  const sim::LocalRule& rule = asking.trace().model().local;
  question.given.push_back(say(Text::given_banks, {{"banks", rule.banks}, {"bytes", rule.bank_bytes}}));
  if (rule.lanes_per_access < asking.trace().model().warp_width)
    question.given.push_back(say(Text::given_half_warps, {{"lanes", rule.lanes_per_access}}));
  question.given.push_back(say(rule.broadcasts_one_word ? Text::given_one_broadcast : Text::given_broadcast));
  question.given.push_back(
      say(Text::given_bank_start,
          {{"name", access.memory->name}, {"bytes", std::uint64_t{size_bytes(access.memory->type)}}}));
}

// Whether a conflict is impossible because each lane accesses the element after the previous lane's element,
// or all lanes access one element. A lesson may still request a question about such an access.
bool is_regular(const Asking& asking, const QuizRun::Access& access) {
  if (asking.wanted.is_named) return false;
  std::optional<std::uint64_t> before;
  bool is_row = true, is_one = true;
  sim::for_each_lane(access.detail.lanes, [&](unsigned lane) {
    is_row = is_row && (!before || access.elements[lane] == *before + 1);
    is_one = is_one && (!before || access.elements[lane] == *before);
    before = access.elements[lane];
  });
  return is_row || is_one;
}

Question begin_access(const Asking& asking, const QuizRun::Access& access, QuestionKind kind, Form form) {
  const LineStep& here = asking.here();
  Question question = begin_question(asking, kind, form, here.begin);
  question.hides = hides_accesses | hides_costs | hides_sentence;
  question.given = given_run(asking.run);
  add_lines(asking.run, question.position, here, {here.line}, access.detail.lanes, question);
  add_by_lane(access, question);
  return question;
}

std::string ask_about(const Asking& asking, Text load, Text store, const QuizRun::Access& access,
                      unsigned lane = 0) {
  const LineStep& here = asking.here();
  const std::string who = asking.run.who(here);
  const Text text = is_store(access) ? store : load;
  return capitalised(say(
      text, {{"who", who}, {"cells", asking.run.cells(asking.about)}, {"line", here.line}, {"lane", lane}}));
}

constexpr std::size_t kMaxNamed = 8;

// Returns lanes that are served in different passes because they access different words of one bank. The bank
// with the most words is used.
std::vector<unsigned> conflicting_lanes(const sim::LocalRule& rule, const QuizRun::Access& access) {
  std::vector<unsigned> most;
  if (!is_narrow(rule, access)) return most;
  sim::for_each_lane(access.detail.lanes, [&](unsigned first) {
    std::vector<unsigned> lanes{first};
    std::set<std::uint64_t> words{word_of(rule, access, first)};
    sim::for_each_lane(access.detail.lanes & (~std::uint64_t{1} << first), [&](unsigned other) {
      const bool together = first / rule.lanes_per_access == other / rule.lanes_per_access;
      if (together && bank_of(rule, access, first) == bank_of(rule, access, other) &&
          words.insert(word_of(rule, access, other)).second)
        lanes.push_back(other);
    });
    if (lanes.size() > std::max<std::size_t>(1, most.size())) most = std::move(lanes);
  });
  return most;
}

std::string reason_of_passes(const Asking& asking, const QuizRun::Access& access) {
  const sim::LocalRule& rule = asking.trace().model().local;
  const sim::LocalCost& cost = access.detail.local;
  const std::vector<unsigned> lanes = conflicting_lanes(rule, access);
  if (cost.conflicts() != 0 && !lanes.empty()) {
    std::vector<std::string> cells;
    for (const unsigned lane : lanes) cells.push_back(std::to_string(access.elements[lane]));
    if (cells.size() > kMaxNamed) cells = {cells[0], cells[1], cells[2], "…", cells.back()};
    return say(Text::reason_conflict, {{"lanes", ranges_text({lanes.begin(), lanes.end()})},
                                       {"bank", bank_of(rule, access, lanes.front())},
                                       {"name", access.memory->name},
                                       {"cells", fmt::format("{}", fmt::join(cells, ", "))},
                                       {"passes", cost.wavefronts}});
  }
  if (cost.conflicts() == 0 && cost.wavefronts == 1) return say(Text::reason_no_conflict);
  return say(Text::reason_passes, {{"passes", cost.wavefronts}, {"minimum", cost.minimum}});
}

}  // namespace

bool fits_local(const QuizRun& run, const LineStep& step, std::uint64_t about) {
  return is_plain(run, step, about, Flags::local_access);
}

bool fits_passes(const QuizRun& run, const LineStep& step, std::uint64_t about) {
  return is_plain(run, step, about, Flags::local_access | Flags::constant_access);
}

bool fits_global(const QuizRun& run, const LineStep& step, std::uint64_t about) {
  return is_plain(run, step, about, Flags::global_access);
}

std::optional<Question> ask_bank(const Asking& asking) {
  const sim::LocalRule& rule = asking.trace().model().local;
  const auto access = access_of(asking);
  if (!access || !is_narrow(rule, *access)) return std::nullopt;
  const unsigned lane = asking.wanted.lane
                            ? *asking.wanted.lane
                            : static_cast<unsigned>(asking.random.one_of(items_of(access->detail.lanes)));
  if ((access->detail.lanes >> lane & 1) == 0) return std::nullopt;
  // In the first row of banks, the index of the element equals its bank; in a regular access, the bank equals
  // the lane.
  const std::uint64_t number = bank_of(rule, *access, lane);
  if ((number == access->elements[lane] || number == lane) && !asking.wanted.is_named) return std::nullopt;
  Question question = begin_access(asking, *access, QuestionKind::bank, Form::number);
  add_banks(asking, *access, question);
  question.lane = lane;
  question.text = ask_about(asking, Text::ask_bank_load, Text::ask_bank_store, *access, lane);
  const std::uint64_t bank = bank_of(rule, *access, lane);
  question.answer.number = static_cast<double>(bank);
  const std::string& name = access->memory->name;
  question.reason =
      say(Text::reason_bank,
          {{"name", name},
           {"index", access->elements[lane]},
           {"bytes", static_cast<std::uint64_t>(sim::offset_of(access->detail.addresses[lane]))},
           {"bank", bank}});
  return question;
}

std::optional<Question> ask_lanes_of_pass(const Asking& asking) {
  const sim::LocalRule& rule = asking.trace().model().local;
  const auto access = access_of(asking);
  if (!access || !is_narrow(rule, *access)) return std::nullopt;
  const unsigned lane = asking.wanted.lane
                            ? *asking.wanted.lane
                            : static_cast<unsigned>(asking.random.one_of(items_of(access->detail.lanes)));
  if ((access->detail.lanes >> lane & 1) == 0) return std::nullopt;
  const std::uint64_t wanted = bank_of(rule, *access, lane);
  std::uint64_t same = 0;
  sim::for_each_lane(access->detail.lanes, [&](unsigned other) {
    if (bank_of(rule, *access, other) == wanted) same |= std::uint64_t{1} << other;
  });
  if (std::popcount(same) == 1 && !asking.wanted.is_named) return std::nullopt;
  Question question = begin_access(asking, *access, QuestionKind::lanes_of_pass, Form::lanes);
  add_banks(asking, *access, question);
  question.lane = lane;
  question.text = ask_about(asking, Text::ask_same_bank_load, Text::ask_same_bank_store, *access, lane);
  const std::uint64_t existing = asking.run.existing(asking.here());
  question.items = 64 - static_cast<unsigned>(std::countl_zero(existing));
  question.answer.items = items_of(same);
  question.reason = say(Text::reason_same_bank, {{"bank", wanted}, {"lanes", ranges_text(items_of(same))}});
  sim::for_each_lane(existing, [&](unsigned other) {
    if ((access->detail.lanes >> other & 1) == 0)
      question.facts.push_back({other, say(Text::fact_no_access, {{"lane", other}})});
    else if ((same >> other & 1) != 0)
      question.facts.push_back(
          {other, say(Text::fact_same_bank, {{"lane", lane}, {"other", other}, {"bank", wanted}})});
    else
      question.facts.push_back({other, say(Text::fact_other_bank, {{"lane", other},
                                                                   {"bank", bank_of(rule, *access, other)},
                                                                   {"other", lane},
                                                                   {"wanted", wanted}})});
  });
  return question;
}

std::optional<Question> ask_conflict_degree(const Asking& asking) {
  const sim::LocalRule& rule = asking.trace().model().local;
  const auto access = access_of(asking);
  // If rows or a single broadcast determine the passes, the degree is not the number of words.
  if (!access || !is_narrow(rule, *access) || rule.row_bytes != 0 || rule.broadcasts_one_word ||
      rule.wide == sim::LocalRule::Wide::phases || rule.approximate ||
      std::popcount(access->detail.lanes) < 2)
    return std::nullopt;
  if (rule.lanes_per_access < asking.trace().model().warp_width) return std::nullopt;
  std::map<std::uint64_t, std::set<std::uint64_t>> words;  // for each bank
  sim::for_each_lane(access->detail.lanes, [&](unsigned lane) {
    words[bank_of(rule, *access, lane)].insert(word_of(rule, *access, lane));
  });
  const auto worst = std::ranges::max_element(words, {}, [](const auto& bank) { return bank.second.size(); });
  if (worst->second.size() != access->detail.local.degree) return std::nullopt;
  if (is_regular(asking, *access)) return std::nullopt;
  Question question = begin_access(asking, *access, QuestionKind::conflict_degree, Form::number);
  add_banks(asking, *access, question);
  question.text = ask_about(asking, Text::ask_degree_load, Text::ask_degree_store, *access);
  question.answer.number = static_cast<double>(worst->second.size());
  std::set<std::uint64_t> cells;
  sim::for_each_lane(access->detail.lanes, [&](unsigned lane) {
    if (bank_of(rule, *access, lane) == worst->first) cells.insert(access->elements[lane]);
  });
  question.reason = worst->second.size() == 1
                        ? say(Text::reason_no_conflict)
                        : say(Text::reason_degree, {{"bank", worst->first},
                                                    {"count", std::uint64_t{worst->second.size()}},
                                                    {"name", access->memory->name},
                                                    {"cells", ranges_text({cells.begin(), cells.end()})}});
  return question;
}

std::optional<Question> ask_passes(const Asking& asking) {
  const auto access = access_of(asking);
  const sim::DeviceModel& model = asking.trace().model();
  if (!access) return std::nullopt;
  const bool is_constant = access->detail.space == sim::Space::constant;
  const bool is_approximate =
      is_constant ? !model.constant || model.constant->approximate : model.local.approximate;
  const std::uint64_t passes = is_constant ? access->detail.constant.passes : access->detail.local.wavefronts;
  if (passes == 0 || (is_approximate && !asking.wanted.is_named)) return std::nullopt;
  if (passes == 1 && is_regular(asking, *access)) return std::nullopt;
  if (!is_constant && model.local.wide == sim::LocalRule::Wide::phases && access->detail.bytes > 4)
    return std::nullopt;
  Question question = begin_access(asking, *access, QuestionKind::passes, Form::number);
  question.answer.number = static_cast<double>(passes);
  const auto lanes = static_cast<std::uint64_t>(std::popcount(access->detail.lanes));
  if (is_constant) {
    question.given.push_back(say(Text::given_constant));
    question.text = ask_about(asking, Text::ask_passes_constant, Text::ask_passes_constant, *access);
    question.reason =
        passes == 1 ? say(Text::reason_constant_one) : say(Text::reason_constant, {{"passes", passes}});
  } else {
    add_banks(asking, *access, question);
    question.text = ask_about(asking, Text::ask_passes_load, Text::ask_passes_store, *access);
    question.reason = reason_of_passes(asking, *access);
    const std::uint64_t minimum = access->detail.local.minimum;
    if (minimum != passes) question.facts.push_back({minimum, question.reason});
  }
  if (lanes != passes) question.facts.push_back({lanes, say(Text::fact_lanes_count, {{"count", lanes}})});
  return question;
}

std::optional<Question> ask_transactions(const Asking& asking) {
  const auto access = access_of(asking);
  const sim::GlobalRule& rule = asking.trace().model().global;
  if (!access || access->detail.space != sim::Space::global || access->detail.transactions.empty())
    return std::nullopt;
  if (rule.approximate && !asking.wanted.is_named) return std::nullopt;
  // If the hardware splits the words, an additional rule would be needed.
  if (access->detail.bytes > 4 &&
      (rule.splits_wide_accesses || rule.kind != sim::GlobalRule::Kind::distinct_units))
    return std::nullopt;
  if (access->detail.bytes != 1 && access->detail.bytes != 2 && access->detail.bytes != 4 &&
      access->detail.bytes != 8 && access->detail.bytes != 16)
    return std::nullopt;
  if (rule.kind == sim::GlobalRule::Kind::strict_half_warp && access->detail.bytes != 4) return std::nullopt;
  if (rule.kind == sim::GlobalRule::Kind::shrinking_segments && access->detail.bytes != 4)
    return std::nullopt;
  Question question = begin_access(asking, *access, QuestionKind::transactions, Form::number);
  const bool sectors = rule.unit == "sector";
  question.text = sectors
                      ? ask_about(asking, Text::ask_sectors_load, Text::ask_sectors_store, *access)
                      : ask_about(asking, Text::ask_transactions_load, Text::ask_transactions_store, *access);
  if (rule.kind == sim::GlobalRule::Kind::distinct_units)
    question.given.push_back(say(
        Text::given_blocks, {{"bytes", is_store(*access) ? rule.store_unit_bytes : rule.load_unit_bytes}}));
  else
    question.given.push_back(say(
        rule.kind == sim::GlobalRule::Kind::strict_half_warp ? Text::given_strict : Text::given_shrinking));
  question.given.push_back(
      say(Text::given_start,
          {{"name", access->memory->name}, {"bytes", std::uint64_t{size_bytes(access->memory->type)}}}));
  const std::vector<sim::Transaction>& all = access->detail.transactions;
  question.answer.number = static_cast<double>(all.size());
  constexpr std::size_t kMax = 8;
  std::string offsets;
  for (std::size_t i = 0; i < std::min(all.size(), kMax); ++i)
    offsets += (i == 0 ? "" : ", ") + std::to_string(sim::offset_of(all[i].address));
  if (all.size() > kMax) offsets += " …";
  question.reason =
      say(Text::reason_blocks,
          {{"count", std::uint64_t{all.size()}}, {"name", access->memory->name}, {"offsets", offsets}});
  const auto lanes = static_cast<std::uint64_t>(std::popcount(access->detail.lanes));
  if (lanes != all.size()) question.facts.push_back({lanes, say(Text::fact_lanes_count, {{"count", lanes}})});
  return question;
}

}  // namespace lockstep::quiz
