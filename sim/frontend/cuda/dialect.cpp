#include "sim/frontend/cuda/dialect.hpp"

#include "sim/frontend/cuda/work_items.hpp"

namespace lockstep::sim::language::cuda {

CudaDialect::CudaDialect(Parser& p) : parser_(p) {
  p.dialect = this;
  declare_types(p);
}

}  // namespace lockstep::sim::language::cuda
