// Section 4.4 of the OpenCL specification: contexts.
#include "runtime/objects/context.hpp"

#include <algorithm>

#include "runtime/api/call.hpp"

using namespace lockstep::runtime;

namespace {

using Notify = void(CL_CALLBACK*)(const char*, const void*, size_t, void*);
using Properties = std::vector<cl_context_properties>;

// The properties as given, with the terminating 0; empty if no properties were given.
Outcome<Properties> properties_of(const cl_context_properties* given) {
  Properties list;
  if (!given) return list;
  for (; *given != 0; given += 2) {
    for (std::size_t i = 0; i < list.size(); i += 2)
      if (list[i] == *given) return refuse(CL_INVALID_PROPERTY, "a property of the context is given twice");
    if (given[0] == CL_CONTEXT_PLATFORM) {
      if (given[1] == 0 || !find(reinterpret_cast<cl_platform_id>(given[1])))
        return refuse(CL_INVALID_PLATFORM, "the value of CL_CONTEXT_PLATFORM is not a platform of Lockstep");
    } else if (given[0] != CL_CONTEXT_INTEROP_USER_SYNC || (given[1] != CL_TRUE && given[1] != CL_FALSE)) {
      return refuse(CL_INVALID_PROPERTY,
                    "contexts have only the properties CL_CONTEXT_PLATFORM and CL_CONTEXT_INTEROP_USER_SYNC");
    }
    list.insert(list.end(), {given[0], given[1]});
  }
  list.push_back(0);
  return list;
}

Outcome<std::shared_ptr<_cl_context>> make_context(Properties properties, std::vector<cl_device_id> devices,
                                                   Notify notify, void* user_data) {
  if (!notify && user_data) return refuse(CL_INVALID_VALUE, "user_data is given without a callback");
  auto context = std::make_shared<_cl_context>();
  context->properties = std::move(properties);
  context->devices = std::move(devices);
  if (notify)
    context->notify = [notify, user_data](const std::string& error) {
      notify(error.c_str(), nullptr, 0, user_data);
    };
  return context;
}

Outcome<void> answer(const _cl_context& context, cl_context_info name, const Query& query) {
  switch (name) {
    case CL_CONTEXT_REFERENCE_COUNT:
      return query.value(registry::references(&context));
    case CL_CONTEXT_NUM_DEVICES:
      return query.value(static_cast<cl_uint>(context.devices.size()));
    case CL_CONTEXT_DEVICES:
      return query.list(context.devices);
    case CL_CONTEXT_PROPERTIES:
      return query.list(context.properties);
    default:
      return unknown_query(name);
  }
}

}  // namespace

cl_context clCreateContext(const cl_context_properties* properties, cl_uint count, const cl_device_id* list,
                           Notify notify, void* user_data, cl_int* error) {
  return create("clCreateContext", error, [&]() -> Outcome<std::shared_ptr<_cl_context>> {
    auto kept = properties_of(properties);
    if (!kept) return tl::unexpected(kept.error());
    if (!list || count == 0) return refuse(CL_INVALID_VALUE, "a context needs at least one device");
    std::vector<cl_device_id> chosen;
    for (cl_uint i = 0; i < count; ++i) {
      if (!find(list[i]))
        return refuse(CL_INVALID_DEVICE, "the list contains something that is not a device");
      if (std::ranges::find(chosen, list[i]) == chosen.end()) chosen.push_back(list[i]);
    }
    return make_context(std::move(*kept), std::move(chosen), notify, user_data);
  });
}

cl_context clCreateContextFromType(const cl_context_properties* properties, cl_device_type type,
                                   Notify notify, void* user_data, cl_int* error) {
  return create("clCreateContextFromType", error, [&]() -> Outcome<std::shared_ptr<_cl_context>> {
    auto kept = properties_of(properties);
    if (!kept) return tl::unexpected(kept.error());
    const auto found = devices_of_type(type);
    if (!found) return tl::unexpected(found.error());
    return make_context(std::move(*kept), {found->begin(), found->end()}, notify, user_data);
  });
}

cl_int clRetainContext(cl_context context) { return retain("clRetainContext", context, CL_INVALID_CONTEXT); }
cl_int clReleaseContext(cl_context context) {
  return release("clReleaseContext", context, CL_INVALID_CONTEXT);
}

cl_int clGetContextInfo(cl_context context, cl_context_info name, size_t size, void* value, size_t* needed) {
  return call("clGetContextInfo", [&]() -> Outcome<void> {
    const auto object = find(context);
    if (!object) return refuse(CL_INVALID_CONTEXT, "not a valid context");
    return answer(*object, name, Query(size, value, needed));
  });
}

cl_int clSetContextDestructorCallback(cl_context context, void(CL_CALLBACK* notify)(cl_context, void*),
                                      void* user_data) {
  return call("clSetContextDestructorCallback", [&]() -> Outcome<void> {
    const auto object = find(context);
    if (!object) return refuse(CL_INVALID_CONTEXT, "not a valid context");
    if (!notify) return refuse(CL_INVALID_VALUE, "the function is NULL");
    const std::lock_guard lock(object->mutex);
    object->destructors.push_back([=] { notify(context, user_data); });
    return {};
  });
}
