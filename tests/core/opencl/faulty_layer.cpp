// An OpenCL layer (OPENCL_LAYERS) between the program and a real driver that injects faults. LOCKSTEP_FAULT
// selects the fault: "FAULT", or "FAULT/FILE" for a fault that happens once; FILE then records for later
// processes that it has happened.
//
//   memory        clCreateBuffer: CL_MEM_OBJECT_ALLOCATION_FAILURE
//   build         clBuildProgram: CL_BUILD_PROGRAM_FAILURE, with a log
//   launch        clEnqueueNDRangeKernel: CL_OUT_OF_RESOURCES
//   reset         clFinish: -9999, once a kernel was launched
//   hang, crash   clFinish, once a kernel was launched
//   building      clBuildProgram hangs
//   gone          clCreateContext: CL_DEVICE_NOT_AVAILABLE
//   lost          as gone; also clFinish: CL_DEVICE_NOT_AVAILABLE once a kernel was launched in any process,
//                 which FILE records
//   number        clEnqueueReadBuffer returns data with one wrong bit in the first byte; where it does not
//                 wait, clWaitForEvents does
//   load-hang, load-crash   clGetPlatformIDs
//   copy-hang     clEnqueueCopyBuffer
//   chatter       clGetPlatformIDs writes to the standard output
#include <CL/cl_layer.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

namespace {

cl_icd_dispatch target, layer;
bool launched = false;
unsigned char* read_later = nullptr;  // gets a wrong bit when its event has been waited for

std::string_view cue() {
  const char* text = std::getenv("LOCKSTEP_FAULT");
  return text ? text : "";
}

std::string mark() {
  const std::size_t slash = cue().find('/');
  return slash == std::string_view::npos ? "" : std::string(cue().substr(slash));
}

bool is_marked() { return !mark().empty() && access(mark().c_str(), F_OK) == 0; }

void set_mark() {
  if (std::FILE* file = mark().empty() ? nullptr : std::fopen(mark().c_str(), "w")) std::fclose(file);
}

bool is(std::string_view fault) {
  const std::string_view wanted = cue().substr(0, cue().find('/'));
  if (wanted != fault) return false;
  if (is_marked()) return false;
  set_mark();
  return true;
}

bool is_lost() { return cue().starts_with("lost/") && is_marked(); }

[[noreturn]] void hang() {
  while (true) sleep(60);
}

cl_int CL_API_CALL get_platforms(cl_uint count, cl_platform_id* platforms, cl_uint* found) {
  if (is("load-hang")) hang();
  if (is("load-crash")) std::abort();
  if (is("chatter")) std::printf("{\"a driver\": \"says\"\n"), std::fflush(stdout);
  return target.clGetPlatformIDs(count, platforms, found);
}

cl_context CL_API_CALL create_context(const cl_context_properties* properties, cl_uint count,
                                      const cl_device_id* devices,
                                      void(CL_CALLBACK* tell)(const char*, const void*, std::size_t, void*),
                                      void* data, cl_int* status) {
  if (!is_lost() && !is("gone"))
    return target.clCreateContext(properties, count, devices, tell, data, status);
  if (status) *status = CL_DEVICE_NOT_AVAILABLE;
  return nullptr;
}

cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, std::size_t size, void* host,
                                 cl_int* status) {
  if (!is("memory")) return target.clCreateBuffer(context, flags, size, host, status);
  if (status) *status = CL_MEM_OBJECT_ALLOCATION_FAILURE;
  return nullptr;
}

bool has_failed_to_build = false;

cl_int CL_API_CALL build(cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
                         void(CL_CALLBACK* tell)(cl_program, void*), void* data) {
  if (is("building")) hang();
  has_failed_to_build = is("build");
  if (has_failed_to_build) return CL_BUILD_PROGRAM_FAILURE;
  return target.clBuildProgram(program, count, devices, options, tell, data);
}

cl_int CL_API_CALL build_info(cl_program program, cl_device_id device, cl_program_build_info what,
                              std::size_t size, void* value, std::size_t* needed) {
  static const char log[] = "1:7: error: the driver's compiler does not like this";
  if (!has_failed_to_build || what != CL_PROGRAM_BUILD_LOG)
    return target.clGetProgramBuildInfo(program, device, what, size, value, needed);
  if (needed) *needed = sizeof log;
  if (value) std::memcpy(value, log, size < sizeof log ? size : sizeof log);
  return CL_SUCCESS;
}

cl_int CL_API_CALL launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                          const std::size_t* offset, const std::size_t* global, const std::size_t* local,
                          cl_uint count, const cl_event* wait, cl_event* event) {
  if (is("launch")) return CL_OUT_OF_RESOURCES;
  launched = true;
  return target.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, count, wait, event);
}

cl_int CL_API_CALL copy(cl_command_queue queue, cl_mem from, cl_mem to, std::size_t from_offset,
                        std::size_t to_offset, std::size_t size, cl_uint count, const cl_event* wait,
                        cl_event* event) {
  if (is("copy-hang")) hang();
  return target.clEnqueueCopyBuffer(queue, from, to, from_offset, to_offset, size, count, wait, event);
}

cl_int CL_API_CALL finish(cl_command_queue queue) {
  const cl_int status = target.clFinish(queue);
  if (!launched) return status;
  if (is("hang")) hang();
  if (is("crash")) std::abort();
  if (is("reset")) return -9999;
  if (is("lost")) return CL_DEVICE_NOT_AVAILABLE;
  return is_lost() ? CL_DEVICE_NOT_AVAILABLE : status;
}

cl_int CL_API_CALL read_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, std::size_t offset,
                               std::size_t size, void* to, cl_uint count, const cl_event* wait,
                               cl_event* event) {
  const cl_int status =
      target.clEnqueueReadBuffer(queue, buffer, blocking, offset, size, to, count, wait, event);
  if (!is("number")) return status;
  if (blocking == CL_TRUE)
    static_cast<unsigned char*>(to)[0] ^= 1;
  else
    read_later = static_cast<unsigned char*>(to);
  return status;
}

cl_int CL_API_CALL wait_for_events(cl_uint count, const cl_event* events) {
  const cl_int status = target.clWaitForEvents(count, events);
  if (read_later) read_later[0] ^= 1;
  read_later = nullptr;
  return status;
}

}  // namespace

extern "C" {

// NOLINTBEGIN: names and types are the loader's
CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, std::size_t size, void* value,
                                               std::size_t* needed) {
  static const char name[] = "lockstep faults";
  const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
  const bool is_name = what == CL_LAYER_NAME;
  if (!is_name && what != CL_LAYER_API_VERSION) return CL_INVALID_VALUE;
  const std::size_t bytes = is_name ? sizeof name : sizeof version;
  if (needed) *needed = bytes;
  if (value && size < bytes) return CL_INVALID_VALUE;
  if (value) std::memcpy(value, is_name ? static_cast<const void*>(name) : &version, bytes);
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch* below,
                                            cl_uint* entries_here, const cl_icd_dispatch** here) {
  if (!below || entries > sizeof(cl_icd_dispatch) / sizeof(void*)) return CL_INVALID_VALUE;
  std::memcpy(&target, below, entries * sizeof(void*));
  layer = target;
  layer.clGetPlatformIDs = get_platforms;
  layer.clCreateContext = create_context;
  layer.clCreateBuffer = create_buffer;
  layer.clBuildProgram = build;
  layer.clGetProgramBuildInfo = build_info;
  layer.clEnqueueNDRangeKernel = launch;
  layer.clEnqueueCopyBuffer = copy;
  layer.clFinish = finish;
  layer.clEnqueueReadBuffer = read_buffer;
  layer.clWaitForEvents = wait_for_events;
  *entries_here = entries;
  *here = &layer;
  return CL_SUCCESS;
}
// NOLINTEND
}
