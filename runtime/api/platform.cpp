// Section 4.1 of the OpenCL specification: querying platform information.
#include "runtime/objects/platform.hpp"

#include "runtime/api/call.hpp"
#include "runtime/objects/held_objects.hpp"
#include "runtime/scheduling/results.hpp"

using namespace lockstep::runtime;

namespace {

Outcome<void> answer(cl_platform_info name, const Query& query) {
  switch (name) {
    case CL_PLATFORM_PROFILE:
      return query.text("FULL_PROFILE");
    case CL_PLATFORM_VERSION:
      return query.text("OpenCL 3.0 Lockstep");
    case CL_PLATFORM_NUMERIC_VERSION:
      return query.value(cl_version{CL_MAKE_VERSION(3, 0, 0)});
    case CL_PLATFORM_NAME:
      return query.text("Lockstep");
    case CL_PLATFORM_VENDOR:
      return query.text("The Lockstep authors");
    case CL_PLATFORM_EXTENSIONS:
      return query.text(extension_names());
    case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
      return query.list(name_versions(extensions()));
    case CL_PLATFORM_HOST_TIMER_RESOLUTION:
      return query.value(cl_ulong{1});
    case CL_PLATFORM_ICD_SUFFIX_KHR:
      return query.text("LOCKSTEP");
    default:
      return unknown_query(name);
  }
}

cl_int list_platforms(std::string_view function, cl_uint entries, cl_platform_id* platforms, cl_uint* count) {
  return call(function, [&]() -> Outcome<void> {
    if ((entries == 0 && platforms) || (!platforms && !count))
      return refuse(CL_INVALID_VALUE, "no memory is given for the answer");
    report_unread_results_at_end();
    Journal::of_process().on_end(held_objects);  // the process uses OpenCL from this call on
    if (platforms) platforms[0] = platform();
    if (count) *count = 1;
    return {};
  });
}

}  // namespace

cl_int clGetPlatformIDs(cl_uint num_entries, cl_platform_id* platforms, cl_uint* num_platforms) {
  return list_platforms("clGetPlatformIDs", num_entries, platforms, num_platforms);
}

cl_int clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id* platforms, cl_uint* num_platforms) {
  return list_platforms("clIcdGetPlatformIDsKHR", num_entries, platforms, num_platforms);
}

cl_int clGetPlatformInfo(cl_platform_id id, cl_platform_info name, size_t size, void* value, size_t* needed) {
  return call("clGetPlatformInfo", [&]() -> Outcome<void> {
    // NULL selects the only platform, as the specification permits.
    if (id && !find(id)) return refuse(CL_INVALID_PLATFORM, "not a platform of Lockstep");
    return answer(name, Query(size, value, needed));
  });
}

cl_int clUnloadPlatformCompiler(cl_platform_id id) {
  return call("clUnloadPlatformCompiler", [&]() -> Outcome<void> {
    if (!find(id)) return refuse(CL_INVALID_PLATFORM, "not a platform of Lockstep");
    return {};
  });
}

cl_int clUnloadCompiler() { return CL_SUCCESS; }
