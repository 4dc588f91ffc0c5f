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
     "a grid cannot be synchronised, because the simulator runs the blocks one after another; divide the "
     "kernel where it synchronises, and launch the parts in order"},
    {"cooperative_groups::grid_group", "is_valid",
     "cooperative launches of whole grids are not supported; divide the kernel where it synchronises"},
};

}  // namespace

std::string_view refused_name(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> kPrefixes[] = {
      {"cudaTexture", "textures are not supported; read the array through a pointer"},
      {"cudaSurface", "surfaces are not supported; use an array"},
      {"texture", "textures are not supported; read the array through a pointer"},
      {"tex1D", "textures are not supported; read the array through a pointer"},
      {"tex2D", "textures are not supported; read the array through a pointer"},
      {"tex3D", "textures are not supported; read the array through a pointer"},
      {"surf2D", "surfaces are not supported; use an array"},
      {"wmma", "tensor cores (wmma) are not supported"},
      {"curand", "cuRAND is not supported; compute random numbers in the kernel, or pass them"},
      {"cufft", "cuFFT's types are not supported; use float2"},
      {"cuda",
       "functions and types of the CUDA runtime belong to the host; launches and allocations from kernels "
       "(dynamic parallelism) are not supported"},
      {"__nv_bfloat16", "bfloat16 is not supported"},
      {"malloc", "malloc and free in kernels are not supported; pass a buffer"}};
  for (const auto& [prefix, message] : kPrefixes)
    if (name.starts_with(prefix)) return message;
  return {};
}

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
