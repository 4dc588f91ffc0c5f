// The table of CUDA's functions. Each row names a rule; each rule is one function that checks a call.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/frontend/cuda/state.hpp"

namespace lockstep::sim::language::cuda {

// A call that is being checked.
struct CudaCall {
  Parser& p;
  const Token& name;
  SourceRange range;
  const TemplateArguments& written;
  std::vector<Expr*> arguments;
  unsigned a = 0;  // parameter of the row

  Context& context() const { return p.context; }
  TypeTable& types() const { return p.context.types; }
  [[noreturn]] void fail(const std::string& message) const { p.context.fail(range, message); }
  void expect_count(std::size_t least, std::size_t most) const;
  // Converts argument `i` to a value of this type.
  Expr* as(std::size_t i, const Type* type) const;
  Expr* value(std::size_t i) const;  // an array becomes a pointer
  // Calls a function of OpenCL C.
  Expr* opencl(std::string_view function, std::vector<Expr*> operands) const;
  Expr* special(Special kind, const Type* type, std::vector<Expr*> operands) const;
  Expr* number(std::uint64_t value, const Type* type) const;
  // Uses argument 0 as the mask of participating lanes of a warp function.
  Expr* with_mask(Expr* collective) const;
};

using CudaRule = Expr* (*)(const CudaCall& call);
struct CudaFunction {
  std::string_view name;
  CudaRule rule;
  unsigned a = 0;
};

namespace rules {
// synchronisation.cpp
Expr* block_barrier(const CudaCall& call);
Expr* block_vote(const CudaCall& call);
Expr* warp_barrier(const CudaCall& call);
Expr* fence(const CudaCall& call);
// warp_functions.cpp
Expr* lane_number(const CudaCall& call);
Expr* shuffle(const CudaCall& call);
Expr* old_shuffle(const CudaCall& call);
Expr* vote(const CudaCall& call);
Expr* old_vote(const CudaCall& call);
Expr* active_mask(const CudaCall& call);
Expr* warp_reduction(const CudaCall& call);
Expr* match_any(const CudaCall& call);
Expr* match_all(const CudaCall& call);
// atomics.cpp
Expr* atomic(const CudaCall& call);
Expr* ordered_atomic(const CudaCall& call);
// values.cpp
Expr* absolute(const CudaCall& call);
Expr* extremum(const CudaCall& call);
Expr* bits(const CudaCall& call);
Expr* first_set(const CudaCall& call);
Expr* load(const CudaCall& call);
Expr* store(const CudaCall& call);
Expr* arithmetic(const CudaCall& call);
Expr* exchange(const CudaCall& call);
Expr* assertion(const CudaCall& call);
Expr* clock(const CudaCall& call);
}  // namespace rules

// Each function returns the rows of one file.
std::vector<CudaFunction> synchronisation_functions();
std::vector<CudaFunction> warp_functions();
std::vector<CudaFunction> atomic_functions();
std::vector<CudaFunction> value_functions();
// Returns the names of all rows and of the table of words (preprocess/cuda_words.def).
std::vector<std::string> names_of_functions();

}  // namespace lockstep::sim::language::cuda
