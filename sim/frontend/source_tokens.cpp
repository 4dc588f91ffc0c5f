#include "sim/frontend/source_tokens.hpp"

#include "sim/frontend/builtins/functions.hpp"
#include "sim/frontend/preprocess/cuda.hpp"

namespace lockstep::sim::language {

std::vector<Token> source_tokens(const KernelSource& source, const Options& options, Diagnostics& diagnostics,
                                 StringPool& pool) {
  return translate_cuda(preprocess(source, options, diagnostics, pool, is_builtin_function), diagnostics,
                        pool);
}

}  // namespace lockstep::sim::language
