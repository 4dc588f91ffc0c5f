#include "sim/frontend/warnings/warnings.hpp"

namespace lockstep::sim::language {

void warn_about(Context& context) {
  for (const FunctionDecl* function : context.unit.functions) {
    warn_about_expressions(context, *function);
    warn_about_comparisons(context, *function);
    warn_about_variables(context, *function);
    warn_about_control_flow(context, *function);
  }
  warn_about_missing_barriers(context);
}

}  // namespace lockstep::sim::language
