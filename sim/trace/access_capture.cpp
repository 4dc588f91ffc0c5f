#include "sim/trace/access_capture.hpp"

namespace lockstep::sim {

void AccessCapture::on_access(const MachineState&, const Moment&, const Instruction&,
                              const ObservedAccess& observed) {
  const WarpAccess& access = observed.access;
  AccessDetail& detail = details_.emplace_back();
  detail.space = observed.space;
  detail.kind = access.kind;
  detail.bytes = access.bytes;
  detail.lanes = access.active;
  detail.addresses.assign(access.addresses.begin(), access.addresses.end());
  if (observed.space == Space::global) {
    detail.transactions = global_transactions(model_, access);
    detail.global = global_cost(model_, access);
  }
  if (observed.space == Space::local) {
    detail.passes = local_passes(model_, access);
    detail.local = local_cost(model_, access);
  }
}

}  // namespace lockstep::sim
