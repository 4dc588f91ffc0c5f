#include "sim/explain/kernel_edits/reference_edits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "sim/explain/kernel_edits/text_units.hpp"

namespace lockstep::sim {
namespace {

using language::Token;

constexpr std::size_t kMostUnitPairs = 60'000, kMostTokensOfUnit = 160;
constexpr std::size_t kMostPairedHunks = 6;
constexpr std::size_t kMostWords = 60;    // in a text that graders read
constexpr double kOfUnknownNames = 0.75;  // the similarity of two names without a known partner
constexpr double kLeastInCommon = 0.3;    // minimum share of all tokens
constexpr double kVotesOfSameName = 0.5;
constexpr unsigned kRounds = 3;  // rounds of alignment; each uses the names found by the previous one

using NameMap = std::map<std::string_view, std::string_view>;  // from reference names to text names

// Pairs of elements of two sequences, in order. One element of each pair may be missing.
using Pairs = std::vector<std::pair<std::optional<std::size_t>, std::optional<std::size_t>>>;

// The tables of an alignment, shared by many short alignments.
struct AlignmentTables {
  std::vector<double> best, weights;
};

// Finds the alignment with the greatest total weight of pairs. Weights are at least 0; two elements with
// weight 0 are not paired.
template <class Weight>
double aligned(std::size_t left, std::size_t right, Weight weight, AlignmentTables& tables, Pairs* pairs) {
  tables.best.assign((left + 1) * (right + 1), 0);
  tables.weights.resize(left * right);
  double* const best = tables.best.data();
  double* const weights = tables.weights.data();
  const auto at = [&](std::size_t i, std::size_t k) -> double& { return best[i * (right + 1) + k]; };
  for (std::size_t i = left; i-- > 0;)
    for (std::size_t k = right; k-- > 0;) {
      const double one = weights[i * right + k] = weight(i, k);
      at(i, k) = std::max(at(i + 1, k), at(i, k + 1));
      if (one > 0) at(i, k) = std::max(at(i, k), one + at(i + 1, k + 1));
    }
  if (pairs == nullptr) return at(0, 0);
  std::size_t i = 0, k = 0;
  while (i < left || k < right) {
    const bool is_pair = i < left && k < right && weights[i * right + k] > 0 &&
                         at(i, k) <= weights[i * right + k] + at(i + 1, k + 1);
    if (is_pair)
      pairs->emplace_back(i++, k++);
    else if (i < left && (k == right || at(i, k) <= at(i + 1, k)))
      pairs->emplace_back(i++, std::nullopt);
    else
      pairs->emplace_back(std::nullopt, k++);
  }
  return at(0, 0);
}

// The tokens of two texts as numbers, and the correspondence between the names of the two texts.
class TokenMatch {
 public:
  TokenMatch(const Units& own, const Units& other) {
    std::map<std::pair<std::string_view, language::TokenKind>, std::uint32_t> numbers;
    number(own, own_, numbers);
    number(other, other_, numbers);
    meant_.assign(numbers.size(), kNone);
    is_taken_.assign(numbers.size(), false);
  }

  // Returns the similarity of two tokens, from 0 to 1.
  double weight(std::size_t own, std::size_t other) const {
    const Numbered &one = own_[own], &two = other_[other];
    if (!one.is_name || !two.is_name) return one.number == two.number ? 1 : 0;
    if (meant_[two.number] != kNone) return meant_[two.number] == one.number ? 1 : 0;
    return one.number == two.number ? 1 : is_taken_[one.number] ? 0 : kOfUnknownNames;
  }
  bool are_names(std::size_t own, std::size_t other) const {
    return own_[own].is_name && other_[other].is_name;
  }

  void forget_names() {
    std::ranges::fill(meant_, kNone);
    std::ranges::fill(is_taken_, false);
  }
  // Records that the two names correspond, unless one of them already has a partner.
  bool match(std::size_t own, std::size_t other) {
    const std::uint32_t one = own_[own].number, two = other_[other].number;
    if (meant_[two] != kNone || is_taken_[one]) return false;
    meant_[two] = one;
    is_taken_[one] = true;
    return true;
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  struct Numbered {
    std::uint32_t number = 0;
    bool is_name = false;  // whether the token is a name that its text declares
  };
  template <class Numbers>
  static void number(const Units& units, std::vector<Numbered>& numbered, Numbers& numbers) {
    for (const Token& token : units.tokens()) {
      const auto known = static_cast<std::uint32_t>(numbers.size());
      const auto [at, is_new] = numbers.try_emplace({token.text, token.kind}, known);
      numbered.push_back({at->second, units.is_own(token.text)});
    }
  }

  std::vector<Numbered> own_, other_;  // for each token
  std::vector<std::uint32_t> meant_;   // for each name of the other text: its partner
  std::vector<char> is_taken_;         // for each name of the text: has a partner
};

class Towards {
 public:
  Towards(const std::string& path, const std::string& text, const std::string& reference)
      : own_(path, text), other_(path, reference) {}

  ReferenceEdits find() {
    ReferenceEdits found;
    if (own_.all().size() * other_.all().size() > kMostUnitPairs) return found;
    double common = align();
    for (unsigned round = 0; round < kRounds; ++round) {
      if (!find_names()) break;
      common = align();
    }
    const auto all = static_cast<double>(own_.tokens().size() + other_.tokens().size());
    found.distance = all - 2 * common;
    if (2 * common < kLeastInCommon * all) return found;
    add_edits(found);
    return found;
  }

 private:
  double common(const Unit& own, const Unit& other, Pairs* pairs = nullptr) const {
    if (own.size() > kMostTokensOfUnit || other.size() > kMostTokensOfUnit) {
      const auto text = [](const Units& units, const Unit& unit) {
        return std::string_view(units.text())
            .substr(units.begin_of(unit.first), units.end_of(unit.end - 1) - units.begin_of(unit.first));
      };
      return text(own_, own) == text(other_, other) ? static_cast<double>(own.size()) : 0;
    }
    return aligned(
        own.size(), other.size(),
        [&](std::size_t i, std::size_t k) { return match_.weight(own.first + i, other.first + k); },
        tables_of_tokens_, pairs);
  }

  double weight_of_units(const Unit& own, const Unit& other) const {
    if (own_.is_brace(own) != other_.is_brace(other) || own_.is_directive(own) != other_.is_directive(other))
      return 0;
    // Two statements that share little more than their ends are different statements.
    const double least = 0.4 * static_cast<double>(std::max(own.size(), other.size()));
    const bool is_empty = own.size() == 1 && own_.token(own.first).is(";");
    if (!is_empty && static_cast<double>(std::min(own.size(), other.size())) < least) return 0;
    const double both = common(own, other);
    return both >= least || is_empty ? both : 0;
  }

  double align() {
    pairs_.clear();
    return aligned(
        own_.all().size(), other_.all().size(),
        [&](std::size_t i, std::size_t k) { return weight_of_units(own_.all()[i], other_.all()[k]); },
        tables_of_units_, &pairs_);
  }

  // Finds the name of the text that corresponds to each name of the reference. The most frequent pairs are
  // matched first, and each name is matched once. Returns false if the matched names have not changed.
  bool find_names() {
    struct Vote {
      double count = 0;
      std::size_t own = 0, other = 0;  // tokens with these names
    };
    std::map<std::pair<std::string_view, std::string_view>, Vote> votes;  // by reference and text name
    for (const auto& [i, k] : pairs_) {
      if (!i || !k) continue;
      const Unit &own = own_.all()[*i], &other = other_.all()[*k];
      Pairs tokens;
      common(own, other, &tokens);
      for (const auto& [a, b] : tokens) {
        if (!a || !b || !match_.are_names(own.first + *a, other.first + *b)) continue;
        Vote& vote = votes[{other_.token(other.first + *b).text, own_.token(own.first + *a).text}];
        vote = {vote.count + 1, own.first + *a, other.first + *b};
      }
    }
    for (auto& [names, vote] : votes)
      if (names.first == names.second) vote.count += kVotesOfSameName;
    std::vector<std::pair<double, std::pair<std::string_view, std::string_view>>> sorted;
    for (const auto& [names, vote] : votes) sorted.emplace_back(-vote.count, names);
    std::ranges::sort(sorted);
    NameMap found;
    match_.forget_names();
    for (const auto& [count, names] : sorted)
      if (match_.match(votes[names].own, votes[names].other)) found[names.first] = names.second;
    const bool is_new = found != names_;
    names_ = std::move(found);
    return is_new;
  }

  std::string_view renamed(const Token& other) const {
    const auto known = names_.find(other.text);
    return known != names_.end() && other.is_identifier() ? known->second : other.text;
  }

  // Returns the tokens of the reference, with the names that the text uses.
  std::string words_of(std::size_t first, std::size_t end) const {
    std::string words;
    for (std::size_t i = first; i < end; ++i) {
      const Token& token = other_.token(i);
      if (i > first && (token.space_before || token.at_line_start)) words += ' ';
      words += renamed(token);
    }
    return words;
  }
  std::string own_words(std::size_t first, std::size_t end) const {
    return end <= first
               ? std::string()
               : own_.text().substr(own_.begin_of(first), own_.end_of(end - 1) - own_.begin_of(first));
  }

  struct Change {
    std::size_t begin = 0, length = 0;  // in bytes
    std::string replacement, words;
    bool is_missing = false;
    std::uint32_t after_line = 0, line = 0;
    std::vector<std::uint32_t> lines;  // changed lines; the first line is `line`
    int braces = 0;                    // number of additional opening braces
  };
  using Hunk = std::vector<Change>;

  void add_edits(ReferenceEdits& found) {
    std::vector<Hunk> hunks;
    bool is_open = false;  // whether the next change belongs to the last hunk
    Edits parts;
    for (std::size_t p = 0; p < pairs_.size(); ++p) {
      std::vector<Change> ways = changes_at(p);
      if (ways.empty()) {
        is_open = false;
        continue;
      }
      for (const Change& way : ways)
        if (way.braces == 0) parts.push_back(edit_of({way}));
      if (!is_open) hunks.emplace_back();
      hunks.back().push_back(std::move(ways.front()));
      is_open = true;
    }
    found.stages.push_back(moves());
    found.stages.push_back(std::move(parts));
    Edits whole, paired;
    for (const Hunk& hunk : hunks)
      if (hunk.size() > 1 && braces_of(hunk) == 0) whole.push_back(edit_of(hunk));
    if (hunks.size() <= kMostPairedHunks)
      for (std::size_t a = 0; a < hunks.size(); ++a)
        for (std::size_t b = a + 1; b < hunks.size(); ++b) {
          Hunk both = hunks[a];
          both.insert(both.end(), hunks[b].begin(), hunks[b].end());
          if (braces_of(both) == 0) paired.push_back(edit_of(both));
        }
    found.stages.push_back(std::move(whole));
    found.stages.push_back(std::move(paired));
  }

  // Finds statements that the reference has at another place, and moves each of them to that place.
  Edits moves() const {
    Edits found;
    for (std::size_t from = 0; from < pairs_.size(); ++from)
      for (std::size_t to = 0; to < pairs_.size(); ++to) {
        if (pairs_[from].second || pairs_[to].first) continue;
        const Unit &own = own_.all()[*pairs_[from].first], &other = other_.all()[*pairs_[to].second];
        if (own_.is_brace(own) || !is_same(own, other)) continue;
        Change there = inserted(to);
        std::optional<std::size_t> passed;  // the last unit of the text that the moved statement crosses
        for (std::size_t q = std::min(from, to) + 1; q < std::max(from, to); ++q)
          if (pairs_[q].first && (from < to || !passed)) passed = pairs_[q].first;
        there.lines = {passed ? own_.first_line(*passed) : there.line};
        Hunk hunk{removed(own), std::move(there)};
        if (from > to) std::swap(hunk[0], hunk[1]);
        hunk[0].line = hunk[0].lines.front();
        hunk[0].after_line = 0;
        Edit edit = edit_of(std::move(hunk));
        edit.words = cut(own_words(own.first, own.end)) + " at another place";
        found.push_back(std::move(edit));
      }
    return found;
  }

  bool is_same(const Unit& own, const Unit& other) const {
    if (own.size() != other.size()) return false;
    for (std::size_t i = 0; i < own.size(); ++i)
      if (own_.token(own.first + i).text != renamed(other_.token(other.first + i))) return false;
    return true;
  }

  static int braces_of(const Hunk& hunk) {
    int braces = 0;
    for (const Change& one : hunk) braces += one.braces;
    return braces;
  }

  Edit edit_of(Hunk hunk) const {
    Edit edit;
    edit.text = own_.text();
    for (std::size_t i = hunk.size(); i-- > 0;)
      edit.text.replace(hunk[i].begin, hunk[i].length, hunk[i].replacement);
    edit.is_missing = std::ranges::all_of(hunk, &Change::is_missing);
    edit.line = hunk.front().line;
    edit.after_line = hunk.front().after_line;
    std::set<std::uint32_t> others;
    for (const Change& one : hunk) {
      edit.words += (edit.words.empty() ? "" : ", and ") + one.words;
      others.insert(one.lines.begin(), one.lines.end());
    }
    others.erase(edit.line);
    if (edit.is_missing && edit.after_line != 0) others.clear();  // the whole edit is at one place
    edit.other_lines.assign(others.begin(), others.end());
    return edit;
  }

  static std::string cut(std::string words) {
    if (words.size() > kMostWords) words = words.substr(0, kMostWords) + " …";
    return words;
  }

  static int braces_in(const Units& units, std::size_t first, std::size_t end) {
    int braces = 0;
    for (std::size_t i = first; i < end; ++i)
      braces += units.token(i).is("{") ? 1 : units.token(i).is("}") ? -1 : 0;
    return braces;
  }

  // The complete change comes first; if it has several parts, the parts follow.
  std::vector<Change> changes_at(std::size_t p) const {
    const auto& [i, k] = pairs_[p];
    if (!i) return {inserted(p)};
    if (!k) return {removed(own_.all()[*i])};
    return replaced(own_.all()[*i], other_.all()[*k]);
  }

  Change removed(const Unit& unit) const {
    Change change;
    change.begin = own_.begin_of(unit.first);
    change.length = own_.end_of(unit.end - 1) - change.begin;
    change.words = "without " + cut(own_words(unit.first, unit.end));
    change.line = own_.line(unit.first);
    change.lines = {change.line};
    // An empty statement remains if a statement is required there.
    if (own_.token(unit.end - 1).is(";")) change.replacement = ";";
    change.braces = -braces_in(own_, unit.first, unit.end);
    return change;
  }

  std::vector<Change> replaced(const Unit& own, const Unit& other) const {
    Pairs tokens;
    common(own, other, &tokens);
    // The parts that differ, as ranges of tokens.
    struct Part {
      std::size_t own_first, own_end, other_first, other_end;
    };
    std::vector<Part> parts;
    bool is_open = false;
    std::size_t a = own.first, b = other.first;
    for (const auto& [x, y] : tokens) {
      const bool is_same = x && y && own_.token(a).text == renamed(other_.token(b));
      if (!is_same) {
        if (!is_open) parts.push_back({a, a, b, b});
        if (x) parts.back().own_end = a + 1;
        if (y) parts.back().other_end = b + 1;
      }
      is_open = !is_same;
      a += x ? 1 : 0;
      b += y ? 1 : 0;
    }
    std::vector<Change> changes;
    if (parts.empty()) return changes;
    const Part whole{parts.front().own_first, parts.back().own_end, parts.front().other_first,
                     parts.back().other_end};
    const auto add = [&](const Part& part) {
      Change change;
      const bool is_nothing = part.own_end <= part.own_first;
      change.begin = is_nothing && part.own_first > own.first
                         ? own_.end_of(part.own_first - 1)
                         : own_.begin_of(std::min(part.own_first, own.end - 1));
      change.length = is_nothing ? 0 : own_.end_of(part.own_end - 1) - change.begin;
      change.replacement = " " + words_of(part.other_first, part.other_end) + " ";
      const std::string old = own_words(part.own_first, part.own_end);
      const std::string now = words_of(part.other_first, part.other_end);
      change.words = old.empty()   ? cut(now) + " is missing"
                     : now.empty() ? "without " + cut(old)
                                   : cut(now) + " in place of " + cut(old);
      std::set<std::uint32_t> lines;
      for (std::size_t t = part.own_first; t < part.own_end; ++t) lines.insert(own_.line(t));
      if (lines.empty()) lines.insert(own_.line(part.own_first > own.first ? part.own_first - 1 : own.first));
      change.lines.assign(lines.begin(), lines.end());
      change.line = change.lines.front();
      change.braces =
          braces_in(other_, part.other_first, part.other_end) - braces_in(own_, part.own_first, part.own_end);
      changes.push_back(std::move(change));
    };
    add(whole);
    // The lines between two parts do not change.
    if (parts.size() > 1) {
      std::set<std::uint32_t> lines;
      for (const Part& part : parts) {
        add(part);
        lines.insert(changes.back().lines.begin(), changes.back().lines.end());
      }
      changes.front().lines.assign(lines.begin(), lines.end());
    }
    return changes;
  }

  // Inserts the missing unit before the next unit that both texts contain.
  Change inserted(std::size_t p) const {
    std::optional<std::size_t> before, after;  // the neighbouring units of the text
    for (std::size_t q = p; q-- > 0 && !before;) before = pairs_[q].first;
    for (std::size_t q = p + 1; q < pairs_.size() && !after; ++q) after = pairs_[q].first;
    const Unit& unit = other_.all()[*pairs_[p].second];
    Change change;
    change.replacement = words_of(unit.first, unit.end);
    change.words = cut(change.replacement) + " is missing";
    change.is_missing = true;
    change.braces = braces_in(other_, unit.first, unit.end);
    const bool has_own_line = other_.is_directive(unit) || (after && own_.is_directive(own_.all()[*after]));
    change.replacement = has_own_line ? "\n" + change.replacement + "\n" : change.replacement + " ";
    if (!after) {
      change.begin = own_.text().size();
      change.replacement = "\n" + change.replacement + "\n";
    } else if (has_own_line) {
      change.begin = before ? own_.end_of(own_.all()[*before].end - 1) : 0;
    } else {
      change.begin = own_.begin_of(own_.all()[*after].first);
    }
    find_gap(p, before, after, change);
    change.lines = {change.line};
    return change;
  }

  // Chooses an empty line, a place between two lines, or the line of the neighbouring units. If several lines
  // are empty, the layout of the reference determines the choice.
  void find_gap(std::size_t p, std::optional<std::size_t> before, std::optional<std::size_t> after,
                Change& change) const {
    const std::uint32_t first = before ? own_.last_line(*before) : 0;
    const std::uint32_t last = after ? own_.first_line(*after) : first + 1;
    if (last <= first) {
      change.line = first;
      return;
    }
    // Neighbouring units that are also missing are included.
    std::size_t begin = p, end = p + 1;
    while (begin > 0 && !pairs_[begin - 1].first) --begin;
    while (end < pairs_.size() && !pairs_[end].first) ++end;
    const std::size_t first_unit = *pairs_[begin].second, next_unit = *pairs_[end - 1].second + 1;
    const std::uint32_t others_before = first_unit > 0 ? other_.last_line(first_unit - 1) : 0;
    const std::uint32_t distance = other_.first_line(*pairs_[p].second) - others_before;
    // The distance in lines from the previous unit of the reference to the next unit.
    const std::uint32_t whole =
        next_unit < other_.all().size() ? other_.first_line(next_unit) - others_before : distance + 1;
    if (distance == 0) {  // on the same line as the previous unit
      change.line = first;
    } else if (last - first >= whole && last - first > distance) {
      change.line = first + distance;
    } else if (whole == distance && last - first == whole) {  // on the same line as the next unit
      change.line = last;
    } else if (last - first == 1 || last - first < whole) {
      change.after_line = first;
      change.line = last;
    } else {
      change.line = first + 1;
    }
  }

  Units own_, other_;
  TokenMatch match_{own_, other_};
  NameMap names_;
  Pairs pairs_;
  mutable AlignmentTables tables_of_units_, tables_of_tokens_;
};

}  // namespace

ReferenceEdits edits_towards(const std::string& path, const std::string& text, const std::string& reference) {
  if (text.size() > 64 * 1024 || reference.size() > 64 * 1024) return {};
  return Towards(path, text, reference).find();
}

}  // namespace lockstep::sim
