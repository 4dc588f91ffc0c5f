#include "sim/observers/races/knowledge.hpp"

#include <algorithm>
#include <array>

namespace lockstep::sim {
namespace {

constexpr unsigned kFanOutBits = 4;
constexpr std::size_t kFanOut = 1u << kFanOutBits;

std::size_t child_at(std::uint32_t turn, unsigned level) {
  return turn >> (kFanOutBits * (level - 1)) & (kFanOut - 1);
}

// Removes individual times that the time of the whole group includes.
void simplify(Knowledge::OfGroup& group) {
  if (group.parts.size() > Knowledge::kParts) {
    for (const Knowledge::Part& part : group.parts) group.before = std::max(group.before, part.before);
    group.parts.clear();
  }
  std::erase_if(group.parts, [&](const Knowledge::Part& part) { return part.before <= group.before; });
}

Knowledge::OfGroup united(const Knowledge::OfGroup& a, const Knowledge::OfGroup& b) {
  Knowledge::OfGroup both;
  both.before = std::max(a.before, b.before);
  auto left = a.parts.begin(), right = b.parts.begin();
  while (left != a.parts.end() || right != b.parts.end()) {
    if (right == b.parts.end() || (left != a.parts.end() && left->who < right->who)) {
      both.parts.push_back(*left++);
    } else if (left == a.parts.end() || right->who < left->who) {
      both.parts.push_back(*right++);
    } else {
      both.parts.push_back({left->who, std::max(left->before, right->before)});
      ++left, ++right;
    }
  }
  simplify(both);
  return both;
}

}  // namespace

struct Knowledge::Node {
  std::vector<Link> below;  // kFanOut links, or none in a leaf
  OfGroup group;            // of a leaf
};

bool Knowledge::covers(unsigned levels, std::uint32_t turn, std::uint32_t item, std::uint32_t sub_group,
                       std::uint32_t time) const {
  const Node* node = root_.get();
  for (unsigned level = levels; level > 0 && node != nullptr; --level)
    node = node->below[child_at(turn, level)].get();
  if (node == nullptr) return false;
  if (time < node->group.before) return true;
  return std::ranges::any_of(node->group.parts, [&](const Part& part) {
    return (part.who == item || part.who == kSubGroups + sub_group) && time < part.before;
  });
}

Knowledge Knowledge::of(unsigned levels, std::uint32_t turn, OfGroup group) {
  simplify(group);
  auto node = std::make_shared<Node>();
  node->group = std::move(group);
  for (unsigned level = 1; level <= levels; ++level) {
    auto above = std::make_shared<Node>();
    above->below.resize(kFanOut);
    above->below[child_at(turn, level)] = std::move(node);
    node = std::move(above);
  }
  Knowledge knowledge;
  knowledge.root_ = std::move(node);
  return knowledge;
}

Knowledge::Link Knowledge::join(unsigned levels, const Link& a, const Link& b, std::uint64_t& visited) {
  if (a == nullptr || a == b) return b;
  if (b == nullptr) return a;
  ++visited;
  auto both = std::make_shared<Node>();
  bool is_a = true, is_b = true;
  if (levels == 0) {
    visited += a->group.parts.size() + b->group.parts.size();
    both->group = united(a->group, b->group);
    is_a = both->group == a->group;
    is_b = both->group == b->group;
  } else {
    both->below.resize(kFanOut);
    for (std::size_t i = 0; i < kFanOut; ++i) {
      both->below[i] = join(levels - 1, a->below[i], b->below[i], visited);
      is_a = is_a && both->below[i] == a->below[i];
      is_b = is_b && both->below[i] == b->below[i];
    }
  }
  if (is_a) return a;
  if (is_b) return b;
  return both;
}

Knowledge Knowledge::join(unsigned levels, const Knowledge& a, const Knowledge& b, std::uint64_t& visited) {
  Knowledge both;
  both.root_ = join(levels, a.root_, b.root_, visited);
  return both;
}

}  // namespace lockstep::sim
