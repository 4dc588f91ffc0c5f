// Section 5.7 of the OpenCL specification: samplers.
#include "runtime/objects/sampler.hpp"

#include <set>

#include "runtime/api/call.hpp"

using namespace lockstep::runtime;

namespace {

using NewSampler = Outcome<std::shared_ptr<_cl_sampler>>;

Outcome<void> check(const _cl_sampler& sampler, cl_ulong is_normalized) {
  if (is_normalized != CL_TRUE && is_normalized != CL_FALSE)
    return refuse(CL_INVALID_VALUE, "the value for normalized coordinates must be CL_TRUE or CL_FALSE");
  if (sampler.addressing < CL_ADDRESS_NONE || sampler.addressing > CL_ADDRESS_MIRRORED_REPEAT)
    return refuse(CL_INVALID_VALUE, "not a valid addressing mode");
  if (sampler.filter != CL_FILTER_NEAREST && sampler.filter != CL_FILTER_LINEAR)
    return refuse(CL_INVALID_VALUE, "not a valid filter mode");
  return {};
}

// Reads one property. The mipmap properties of OpenCL 2.0 belong to an extension.
Outcome<void> set(_cl_sampler& sampler, cl_ulong& is_normalized, cl_sampler_properties name,
                  cl_sampler_properties value) {
  switch (name) {
    case CL_SAMPLER_NORMALIZED_COORDS:
      is_normalized = value;
      return {};
    case CL_SAMPLER_ADDRESSING_MODE:
      sampler.addressing = static_cast<cl_addressing_mode>(value);
      return {};
    case CL_SAMPLER_FILTER_MODE:
      sampler.filter = static_cast<cl_filter_mode>(value);
      return {};
    default:
      return refuse(CL_INVALID_VALUE, "samplers have no such property");
  }
}

NewSampler make_sampler(cl_context context, const cl_sampler_properties* properties) {
  const auto owner = find(context);
  if (!owner) return refuse(CL_INVALID_CONTEXT, "not a valid context");
  auto sampler = std::make_shared<_cl_sampler>();
  sampler->context = owner;
  cl_ulong is_normalized = CL_TRUE;
  std::set<cl_sampler_properties> named;
  for (; properties && *properties != 0; properties += 2) {
    if (!named.insert(properties[0]).second)
      return refuse(CL_INVALID_VALUE, "a property of the sampler is given twice");
    if (auto done = set(*sampler, is_normalized, properties[0], properties[1]); !done)
      return tl::unexpected(done.error());
    sampler->properties.insert(sampler->properties.end(), {properties[0], properties[1]});
  }
  if (properties) sampler->properties.push_back(0);
  if (auto valid = check(*sampler, is_normalized); !valid) return tl::unexpected(valid.error());
  sampler->is_normalized = static_cast<cl_bool>(is_normalized);
  return sampler;
}

Outcome<void> answer(const _cl_sampler& sampler, cl_sampler_info name, const Query& query) {
  switch (name) {
    case CL_SAMPLER_REFERENCE_COUNT:
      return query.value(registry::references(&sampler));
    case CL_SAMPLER_CONTEXT:
      return query.value(sampler.context.get());
    case CL_SAMPLER_NORMALIZED_COORDS:
      return query.value(sampler.is_normalized);
    case CL_SAMPLER_ADDRESSING_MODE:
      return query.value(sampler.addressing);
    case CL_SAMPLER_FILTER_MODE:
      return query.value(sampler.filter);
    case CL_SAMPLER_PROPERTIES:
      return query.list(sampler.properties);
    default:
      return unknown_query(name);
  }
}

}  // namespace

cl_sampler clCreateSampler(cl_context context, cl_bool is_normalized, cl_addressing_mode addressing,
                           cl_filter_mode filter, cl_int* error) {
  return create("clCreateSampler", error, [&]() -> NewSampler {
    const cl_sampler_properties properties[] = {CL_SAMPLER_NORMALIZED_COORDS,
                                                is_normalized,
                                                CL_SAMPLER_ADDRESSING_MODE,
                                                addressing,
                                                CL_SAMPLER_FILTER_MODE,
                                                filter,
                                                0};
    auto sampler = make_sampler(context, properties);
    if (sampler) (*sampler)->properties.clear();
    return sampler;
  });
}

cl_sampler clCreateSamplerWithProperties(cl_context context, const cl_sampler_properties* properties,
                                         cl_int* error) {
  return create("clCreateSamplerWithProperties", error, [&] { return make_sampler(context, properties); });
}

cl_int clRetainSampler(cl_sampler sampler) { return retain("clRetainSampler", sampler, CL_INVALID_SAMPLER); }
cl_int clReleaseSampler(cl_sampler sampler) {
  return release("clReleaseSampler", sampler, CL_INVALID_SAMPLER);
}

cl_int clGetSamplerInfo(cl_sampler sampler, cl_sampler_info name, size_t size, void* value, size_t* needed) {
  return call("clGetSamplerInfo", [&]() -> Outcome<void> {
    const auto object = find(sampler);
    if (!object) return refuse(CL_INVALID_SAMPLER, "not a valid sampler");
    return answer(*object, name, Query(size, value, needed));
  });
}
