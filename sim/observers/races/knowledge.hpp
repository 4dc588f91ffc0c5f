// Records which accesses of other work-items happen before a moment because of a release and an acquire. For
// each work-group, there is a time before which all its accesses are known, and there are times for
// individual sub-groups and work-items. The set grows with the number of groups, and each release publishes
// one, so it is an immutable tree: a union shares all parts that are equal.
//
// Two bounds keep it small. If more than kParts individual times of a group are known, the latest applies to
// the whole group; races with other work-items of the group may then be missed, but there are no false
// reports. In addition, all unions of a launch together may visit at most kWork nodes; see Synchronisation.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace lockstep::sim {

class Knowledge {
 public:
  static constexpr std::size_t kParts = 64;

  struct Part {
    std::uint32_t who = 0;  // a work-item of the group, or kSubGroups + a sub-group
    std::uint32_t before = 0;
    bool operator==(const Part&) const = default;
  };
  static constexpr std::uint32_t kSubGroups = 1u << 31;

  // The known times of one group: `parts` in the order of `who`.
  struct OfGroup {
    std::uint32_t before = 0;
    std::vector<Part> parts;
    bool operator==(const OfGroup&) const = default;
  };

  bool is_empty() const { return root_ == nullptr; }
  // A group is identified by its turn, which is below 16 to the power of `levels`; `levels` is the same for
  // all sets.
  bool covers(unsigned levels, std::uint32_t turn, std::uint32_t item, std::uint32_t sub_group,
              std::uint32_t time) const;
  static Knowledge of(unsigned levels, std::uint32_t turn, OfGroup group);
  // Adds the number of nodes visited by the union to `visited`.
  static Knowledge join(unsigned levels, const Knowledge& a, const Knowledge& b, std::uint64_t& visited);

 private:
  struct Node;
  using Link = std::shared_ptr<const Node>;
  static Link join(unsigned levels, const Link& a, const Link& b, std::uint64_t& visited);

  Link root_;
};

}  // namespace lockstep::sim
