// The part of a .cu file that runs on the host: it is not read, but known by name.
#pragma once

#include <functional>

#include "sim/frontend/cuda/state.hpp"

namespace lockstep::sim::language::cuda {

// What the words of a declaration say before it is read.
struct DeclarationHead {
  std::string_view name;
  std::size_t name_at = 0;
  std::size_t parameter_list = 0;  // of a function: its '('
  bool is_function = false;
  bool is_kernel = false;
  bool is_static = false;
  bool is_constant = false;    // const or constexpr
  bool is_for_device = false;  // __global__, __device__, __constant__, __shared__, constexpr
  bool is_conversion = false;  // operator T()
};
DeclarationHead declaration_head(const Parser& p);

// Past the declaration that begins here.
void skip_declaration(Parser& p);
// Past "{ … }", and what a constructor has before it.
void skip_body(Parser& p);

void note_host_name(Parser& p, const DeclarationHead& head);
// Reads what a kernel may use, or leaves it out where it cannot be read.
void try_to_read(Parser& p, const std::function<void()>& read);

}  // namespace lockstep::sim::language::cuda
