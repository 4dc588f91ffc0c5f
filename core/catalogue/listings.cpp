#include "core/catalogue/listings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include "core/base/text/text.hpp"
#include "core/catalogue/embedded.hpp"

namespace lockstep {
namespace {

std::uint64_t value_of(const Argument& argument) {
  std::uint64_t value = 0;
  if (const auto* scalar = std::get_if<ScalarArgument>(&argument))
    std::memcpy(&value, scalar->bytes.data(), std::min(scalar->bytes.size(), sizeof value));
  return value;
}

// "{group}" is the size of a work-group, "{6}" the value of an argument.
std::string filled(std::string text, const Plan& plan, const std::vector<Argument>& arguments) {
  for (std::size_t open = text.find('{'); open != std::string::npos; open = text.find('{', open)) {
    const std::size_t close = text.find('}', open);
    if (close == std::string::npos) break;
    std::size_t position = 0;
    const bool is_argument =
        std::from_chars(text.data() + open + 1, text.data() + close, position).ec == std::errc{};
    const std::uint64_t value = is_argument ? value_of(arguments.at(position)) : plan.group_size;
    text.replace(open, close + 1 - open, std::to_string(value));
  }
  return text;
}

bool is_used(const Plan& plan, std::size_t buffer) {
  if (plan.expectation->input_buffer == buffer || plan.expectation->result_buffer == buffer) return true;
  for (const PlanLaunch& launch : plan.launches)
    for (const Argument& argument : launch.arguments)
      if (const auto* used = std::get_if<BufferArgument>(&argument);
          used != nullptr && used->buffer == buffer)
        return true;
  return false;
}

// Arguments before the last used argument keep their numbers.
void leave_out_unused_buffers(Plan& plan) {
  while (!is_used(plan, plan.buffers.size() - 1)) plan.buffers.pop_back();
}

// "1,2,3,2,1"
std::string elements_text(const PlanBuffer& buffer) {
  const std::vector<std::byte> bytes = materialise(buffer);
  std::string text;
  for (std::uint64_t i = 0; i < buffer.elements; ++i)
    text += (i == 0 ? "" : ",") + element_text(bytes.data() + i * size_bytes(buffer.type), buffer.type);
  return text;
}

void launch_listing(const DocumentListing& listing, Plan& plan, PlanLaunch& launch) {
  const std::vector<Argument> before = std::move(launch.arguments);
  launch.kernel = filled(listing.kernel, plan, before);
  launch.arguments.clear();
  for (const std::uint64_t position : listing.arguments) launch.arguments.push_back(before.at(position));
  for (Argument& argument : launch.arguments)
    if (auto* shared = std::get_if<LocalArgument>(&argument))
      shared->bytes = std::max(shared->bytes, listing.shared_elements * size_bytes(listing.type));
  std::string options = filled(listing.options, plan, before);
  if (launch.kernel.find('<') != std::string::npos)
    options += fmt::format("{}-instantiate={}", options.empty() ? "" : " ", launch.kernel);
  for (const auto& [name, position] : listing.variables) {
    const PlanBuffer& copied = plan.buffers[std::get<BufferArgument>(before.at(position)).buffer];
    options += fmt::format("{}-constant={}={}", options.empty() ? "" : " ", name, elements_text(copied));
  }
  plan.programs[launch.program].options = std::move(options);
  leave_out_unused_buffers(plan);
}

Result<void> check_taken(const DocumentListing& listing, const PlanRequest& request) {
  if (request.op == Operator::sum && request.type == listing.type) return {};
  return usage_error(fmt::format("{} is printed for sums of {}; choose sum and {}.", listing.path(),
                                 opencl_name(listing.type), opencl_name(listing.type)));
}

// Larger arrays need kernels that the document does not contain.
Result<void> check_launches(const DocumentListing& listing, const Algorithm& algorithm, const Plan& plan) {
  const std::uint64_t most = algorithm.block_elements(plan.group_size);
  for (const PlanLaunch& launch : plan.launches)
    if (launch.kernel != plan.launches.front().kernel)
      return usage_error(
          fmt::format("{} is printed for one block of {}; choose an n of at most {} instead of {}.",
                      listing.path(), plural(most, "element"), count_text(most), count_text(plan.n)));
  return {};
}

}  // namespace

KernelSource source_of(const DocumentListing& listing) {
  const auto files = embedded_listings();
  const auto file = std::ranges::find(files, listing.path(), &EmbeddedFile::path);
  return {listing.path(), file == files.end() ? std::string() : std::string(file->text), {}};
}

Result<Plan> make_listing_plan(const DocumentListing& listing, const PlanRequest& request,
                               const KernelSource& source) {
  const auto algorithm = find_algorithm(listing.algorithm);
  if (!algorithm) return tl::unexpected(algorithm.error());
  if (auto taken = check_taken(listing, request); !taken) return tl::unexpected(taken.error());
  Result<Plan> plan = make_plan(**algorithm, request, source);
  if (!plan) return plan;
  plan->id = listing.path();
  if (auto fits = check_launches(listing, **algorithm, *plan); !fits) return tl::unexpected(fits.error());
  if (listing.in_place) plan->expectation->result_buffer = plan->expectation->input_buffer;
  for (PlanLaunch& launch : plan->launches) launch_listing(listing, *plan, launch);
  return plan;
}

std::string origin_of(const DocumentListing& listing) {
  std::string text = fmt::format("{} was copied from document {}.", listing.path(), listing.document);
  for (const std::string& remark : listing.remarks) text += " " + remark;
  return text;
}

}  // namespace lockstep
