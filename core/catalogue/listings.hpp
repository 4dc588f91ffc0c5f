// A document's own kernel in CUDA C++ in place of the catalogue's: the same launches and buffers, the other
// text.
#pragma once

#include <string>

#include "core/base/result.hpp"
#include "core/catalogue/algorithm.hpp"
#include "core/catalogue/documents.hpp"

namespace lockstep {

// The text that is built into the program.
KernelSource source_of(const DocumentListing& listing);

// The plan of the listing's algorithm with `source`, which is the listing, perhaps edited. An error says what
// the listing does not take.
Result<Plan> make_listing_plan(const DocumentListing& listing, const PlanRequest& request,
                               const KernelSource& source);

// For people: "002/kernel-1.cu is typed in from document 002." and the remarks.
std::string origin_of(const DocumentListing& listing);

}  // namespace lockstep
