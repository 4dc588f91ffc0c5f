// Makes plans with a document's own kernel in CUDA C++ in place of the catalogue's kernel: the same launches
// and buffers with a different text.
#pragma once

#include <string>

#include "core/base/result.hpp"
#include "core/catalogue/algorithm.hpp"
#include "core/catalogue/documents.hpp"

namespace lockstep {

// Returns the built-in text of the listing.
KernelSource source_of(const DocumentListing& listing);

// Makes the plan of the listing's algorithm with `source`, which is the text of the listing, possibly edited.
// An error says which part of the request the listing does not support.
Result<Plan> make_listing_plan(const DocumentListing& listing, const PlanRequest& request,
                               const KernelSource& source);

// Returns a text for the user: "002/kernel-1.cu was copied from document 002." and the remarks.
std::string origin_of(const DocumentListing& listing);

}  // namespace lockstep
