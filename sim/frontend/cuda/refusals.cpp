#include "sim/frontend/cuda/refusals.hpp"

namespace lockstep::sim::language::cuda {
namespace {

struct RefusedMember {
  std::string_view type;
  std::string_view member;
  std::string_view sentence;
};

constexpr RefusedMember kRefused[] = {
    {"cooperative_groups::grid_group", "sync",
     "a grid cannot be synchronised here: blocks run one after another; divide the kernel where it "
     "synchronises, and launch the parts in order"},
    {"cooperative_groups::grid_group", "is_valid",
     "cooperative launches of whole grids are not supported; divide the kernel where it synchronises"},
};

}  // namespace

void refuse_member(Parser& p, const Type& type, const Token& name) {
  for (const RefusedMember& refused : kRefused)
    if (type.name == refused.type && name.is(refused.member)) p.context.fail(name.range, refused.sentence);
}

void refuse_call(Parser& p, std::string_view called, const std::vector<Expr*>& values,
                 const SourceRange& name) {
  if (values.size() != 1) return;
  Token member;
  member.kind = TokenKind::identifier;
  member.text = called.substr(called.rfind(':') + 1);
  member.range = name;
  refuse_member(p, *values[0]->type, member);
}

}  // namespace lockstep::sim::language::cuda
