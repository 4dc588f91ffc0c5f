#include "sim/trace/access_detail.hpp"

namespace lockstep::sim {

AccessDetail detail_of(const DeviceModel& model, const ObservedAccess& observed) {
  const WarpAccess& access = observed.access;
  AccessDetail detail;
  detail.space = observed.space;
  detail.kind = access.kind;
  detail.bytes = access.bytes;
  detail.lanes = access.active;
  detail.addresses.assign(access.addresses.begin(), access.addresses.begin() + model.warp_width);
  if (observed.space == Space::global) {
    detail.transactions = global_transactions(model, access);
    detail.global = global_cost(model, access);
  }
  if (observed.space == Space::local) {
    detail.passes = local_passes(model, access);
    detail.local = local_cost(model, access);
  }
  return detail;
}

}  // namespace lockstep::sim
