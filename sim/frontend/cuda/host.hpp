// Handles host code in a .cu file. Host code is not parsed, but its names are recorded.
#pragma once

#include <functional>

#include "sim/frontend/cuda/state.hpp"

namespace lockstep::sim::language::cuda {

// Information about a declaration, which is collected before the declaration is parsed.
struct DeclarationHead {
  std::string_view name;
  std::size_t name_at = 0;
  std::size_t parameter_list = 0;  // position of a function's '('
  bool is_function = false;
  bool is_kernel = false;
  bool is_static = false;
  bool is_constant = false;    // const or constexpr
  bool is_for_device = false;  // __global__, __device__, __constant__, __shared__, constexpr
  bool is_conversion = false;  // operator T()
};
DeclarationHead declaration_head(const Parser& p);

// Skips the declaration that starts at the next token.
void skip_declaration(Parser& p);
// Skips "{ … }" and the member initialiser list of a constructor.
void skip_body(Parser& p);

void note_host_name(Parser& p, const DeclarationHead& head);
// Parses a declaration that kernels may use; skips the declaration if it cannot be parsed.
void try_to_read(Parser& p, const std::function<void()>& read);

}  // namespace lockstep::sim::language::cuda
