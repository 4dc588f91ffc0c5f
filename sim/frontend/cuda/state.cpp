#include "sim/frontend/cuda/state.hpp"

#include <utility>

#include "sim/frontend/cuda/dialect.hpp"

namespace lockstep::sim::language::cuda {
namespace {

void declare_all(Parser& p, const Bindings* bindings) {
  if (bindings == nullptr) return;
  declare_all(p, bindings->outer.get());
  for (const auto& [name, symbol] : bindings->names) p.scopes.declare(name, symbol);
}

// The limit is the same as for the text of a program.
constexpr std::size_t kMostInstanceTokens = 1'000'000;

std::size_t checked(Parser& p, std::size_t position) {
  if (state_of(p).instance_tokens > kMostInstanceTokens)
    p.context.fail(p.token_at(position).range,
                   "the instances of this program's templates are too large in total");
  return position;
}

}  // namespace

State& state_of(Parser& p) { return static_cast<CudaDialect&>(*p.dialect).state(); }
const State& state_of(const Parser& p) { return static_cast<const CudaDialect&>(*p.dialect).state(); }

Elsewhere::Elsewhere(Parser& p, std::size_t position, BindingsPointer bindings)
    : p_(p),
      begin_(checked(p, position)),
      position_(p.position()),
      function_(std::exchange(p.context.function, nullptr)),
      open_(std::exchange(p.open, {})),
      scopes_(p.scopes.suspend()),
      bindings_(std::exchange(state_of(p).bindings, bindings)),
      inferred_(std::exchange(state_of(p).inferred, nullptr)) {
  p.go_to(position);
  p.scopes.enter();
  declare_all(p, bindings.get());
}

Elsewhere::~Elsewhere() {
  // A nested Elsewhere restores the position when it is destroyed.
  if (p_.position() > begin_) state_of(p_).instance_tokens += p_.position() - begin_;
  p_.scopes.resume(std::move(scopes_));
  p_.go_to(position_);
  p_.context.function = function_;
  p_.open = std::move(open_);
  state_of(p_).bindings = std::move(bindings_);
  state_of(p_).inferred = inferred_;
}

}  // namespace lockstep::sim::language::cuda
