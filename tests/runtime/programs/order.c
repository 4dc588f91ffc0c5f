// What orders commands and the program, and what does not: order MODE. A mode that begins with "no-" lacks what
// the mode of the same name without it has. Prints the sum of the result.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kCount = 256, kBytes = kCount * sizeof(int) };

static const char* kSource =
    "kernel void inc(global int* a) { a[get_global_id(0)] += 1; }\n"
    "kernel void copy(global const int* in, global int* out) { int i = get_global_id(0); out[i] = in[i]; }\n"
    "kernel void paint(write_only image2d_t to) { int i = get_global_id(0); write_imagei(to, (int2)(i, 0), (int4)(i)); }\n"
    "kernel void look(read_only image2d_t from, global int* out) {\n"
    "  int i = get_global_id(0);\n"
    "  out[i] = read_imagei(from, CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST, (int2)(i, 0)).x;\n}\n";

static cl_context context;
static cl_device_id device;
static cl_kernel inc, copy, paint, look;
static int values[kCount], result[kCount];
static int lacks;  // the mode begins with "no-"

static void check(cl_int code, const char* what) {
  if (code == CL_SUCCESS) return;
  fprintf(stderr, "%s: error %d\n", what, code);
  exit(2);
}

static cl_command_queue queue(int is_free) {
  return clCreateCommandQueue(context, device, is_free ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0, NULL);
}

static cl_mem filled(void) {
  return clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, kBytes, values, NULL);
}

static void launch(cl_command_queue on, cl_mem a, size_t offset, size_t global, cl_uint count,
                   const cl_event* wait, cl_event* event) {
  clSetKernelArg(inc, 0, sizeof a, &a);
  check(clEnqueueNDRangeKernel(on, inc, 1, &offset, &global, NULL, count, wait, event), "launch");
}

static void read_result(cl_command_queue on, cl_mem a, cl_uint count, const cl_event* wait) {
  check(clEnqueueReadBuffer(on, a, CL_TRUE, 0, kBytes, result, count, wait, NULL), "read");
}

static void use_event(void) {
  cl_command_queue on = queue(1);
  cl_mem a = clCreateBuffer(context, CL_MEM_READ_WRITE, kBytes, NULL, NULL);
  cl_event written, done;
  check(clEnqueueWriteBuffer(on, a, CL_FALSE, 0, kBytes, values, 0, NULL, &written), "write");
  launch(on, a, 0, kCount, lacks ? 0 : 1, lacks ? NULL : &written, &done);
  read_result(on, a, lacks ? 0 : 1, lacks ? NULL : &done);
  clFinish(on);
}

static void use_barrier(void) {
  cl_command_queue on = queue(1);
  cl_mem a = filled();
  launch(on, a, 0, kCount, 0, NULL, NULL);
  if (!lacks) clEnqueueBarrierWithWaitList(on, 0, NULL, NULL);
  launch(on, a, 0, kCount, 0, NULL, NULL);
  clFinish(on);
  read_result(on, a, 0, NULL);
}

// Two launches that use no byte in common need no order.
static void use_halves(void) {
  cl_command_queue on = queue(1);
  cl_mem a = filled();
  launch(on, a, 0, kCount / 2, 0, NULL, NULL);
  launch(on, a, lacks ? kCount / 2 - 1 : kCount / 2, kCount / 2, 0, NULL, NULL);
  clFinish(on);
  read_result(on, a, 0, NULL);
}

static void use_two_queues(void) {
  cl_command_queue first = queue(0), second = queue(0);
  cl_mem a = filled();
  cl_event done;
  launch(first, a, 0, kCount, 0, NULL, &done);
  launch(second, a, 0, kCount, lacks ? 0 : 1, lacks ? NULL : &done, NULL);
  clFinish(second);
  clFinish(first);
  read_result(first, a, 0, NULL);
}

// The program orders two queues by waiting for the first one.
static void use_finish(void) {
  cl_command_queue first = queue(0), second = queue(0);
  cl_mem a = filled();
  launch(first, a, 0, kCount, 0, NULL, NULL);
  if (!lacks) clFinish(first);
  launch(second, a, 0, kCount, 0, NULL, NULL);
  clFinish(second);
  clFinish(first);
  read_result(second, a, 0, NULL);
}

static void use_user_event(void) {
  cl_command_queue first = queue(0), second = queue(0);
  cl_mem a = filled();
  cl_event gate = clCreateUserEvent(context, NULL);
  launch(second, a, 0, kCount, 1, &gate, NULL);
  launch(first, a, 0, kCount, 0, NULL, NULL);
  if (!lacks) clFinish(first);
  clSetUserEventStatus(gate, CL_COMPLETE);
  clFinish(second);
  clFinish(first);
  read_result(second, a, 0, NULL);
}

static void use_source(void) {
  cl_command_queue on = queue(0);
  cl_mem a = filled();
  int* source = malloc(kBytes);
  cl_event written;
  memcpy(source, values, kBytes);
  check(clEnqueueWriteBuffer(on, a, CL_FALSE, 0, kBytes, source, 0, NULL, &written), "write");
  if (!lacks) clWaitForEvents(1, &written);
  source[3] = -1;
  clFinish(on);
  read_result(on, a, 0, NULL);
  free(source);
}

static void use_target(void) {
  cl_command_queue on = queue(0);
  cl_mem a = filled();
  cl_event done;
  check(clEnqueueReadBuffer(on, a, CL_FALSE, 0, kBytes, result, 0, NULL, &done), "read");
  for (cl_int status = CL_QUEUED; !lacks && status != CL_COMPLETE;)
    clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
  result[5] += 1;
  clFinish(on);
}

// Reads of one queue may go to the same memory: they come in order.
static void use_target_twice(void) {
  cl_command_queue on = queue(0);
  cl_mem a = filled(), b = filled();
  launch(on, b, 0, kCount, 0, NULL, NULL);
  check(clEnqueueReadBuffer(on, a, CL_FALSE, 0, kBytes, result, 0, NULL, NULL), "read");
  check(clEnqueueReadBuffer(on, b, CL_FALSE, 0, kBytes, result, 0, NULL, NULL), "read");
  clFinish(on);
}

static void use_unmap(void) {
  cl_command_queue on = queue(0);
  cl_mem a = filled();
  int* window = clEnqueueMapBuffer(on, a, CL_TRUE, CL_MAP_WRITE, 0, kBytes, 0, NULL, NULL, NULL);
  window[0] = 10;
  if (!lacks) clEnqueueUnmapMemObject(on, a, window, 0, NULL, NULL);
  launch(on, a, 0, kCount, 0, NULL, NULL);
  if (lacks) clEnqueueUnmapMemObject(on, a, window, 0, NULL, NULL);
  clFinish(on);
  read_result(on, a, 0, NULL);
}

// The program has read what was mapped when it gives it back, whenever the queue comes to that.
static void use_read_window(void) {
  cl_command_queue first = queue(0), second = queue(0);
  cl_mem a = filled();
  int* window = clEnqueueMapBuffer(first, a, CL_TRUE, CL_MAP_READ, 0, kBytes, 0, NULL, NULL, NULL);
  result[0] = window[0];
  if (!lacks) clEnqueueUnmapMemObject(first, a, window, 0, NULL, NULL);
  launch(second, a, 0, kCount, 0, NULL, NULL);
  clFinish(second);
  if (lacks) clEnqueueUnmapMemObject(first, a, window, 0, NULL, NULL);
  clFinish(first);
  read_result(second, a, 0, NULL);
}

// Memory that stays mapped may be the source of writes to other buffers, and a launch may read it.
static void use_staging(void) {
  cl_command_queue on = queue(0);
  cl_mem staging = clCreateBuffer(context, CL_MEM_ALLOC_HOST_PTR, kBytes, NULL, NULL), a = filled();
  int* window = clEnqueueMapBuffer(on, staging, CL_TRUE, CL_MAP_WRITE, 0, kBytes, 0, NULL, NULL, NULL);
  memcpy(window, values, kBytes);
  check(clEnqueueWriteBuffer(on, a, CL_FALSE, 0, kBytes, window, 0, NULL, NULL), "write");
  launch(on, a, 0, kCount, 0, NULL, NULL);
  int* shown = clEnqueueMapBuffer(on, a, CL_TRUE, CL_MAP_READ, 0, kBytes, 0, NULL, NULL, NULL);
  cl_mem out = filled();
  const size_t global = kCount;
  clSetKernelArg(copy, 0, sizeof a, &a);
  clSetKernelArg(copy, 1, sizeof out, &out);
  check(clEnqueueNDRangeKernel(on, copy, 1, NULL, &global, NULL, 0, NULL, NULL), "launch");
  clEnqueueUnmapMemObject(on, a, shown, 0, NULL, NULL);
  clEnqueueUnmapMemObject(on, staging, window, 0, NULL, NULL);
  read_result(on, out, 0, NULL);
}

// A kernel writes an image that another one reads.
static void use_image(void) {
  cl_command_queue on = queue(1);
  const cl_image_format format = {CL_R, CL_SIGNED_INT32};
  cl_image_desc size = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = kCount, .image_height = 1};
  cl_mem image = clCreateImage(context, CL_MEM_READ_WRITE, &format, &size, NULL, NULL), out = filled();
  const int black[4] = {0};
  const size_t origin[3] = {0}, region[3] = {kCount, 1, 1}, global = kCount;
  check(clEnqueueFillImage(on, image, black, origin, region, 0, NULL, NULL), "fill");
  clFinish(on);
  cl_event painted;
  clSetKernelArg(paint, 0, sizeof image, &image);
  clSetKernelArg(look, 0, sizeof image, &image);
  clSetKernelArg(look, 1, sizeof out, &out);
  check(clEnqueueNDRangeKernel(on, paint, 1, NULL, &global, NULL, 0, NULL, &painted), "paint");
  check(clEnqueueNDRangeKernel(on, look, 1, NULL, &global, NULL, lacks ? 0 : 1, lacks ? NULL : &painted, NULL),
        "look");
  clFinish(on);
  read_result(on, out, 0, NULL);
}

int main(int count, char** arguments) {
  static const struct {
    const char* name;
    void (*run)(void);
  } modes[] = {{"event", use_event},         {"barrier", use_barrier},       {"halves", use_halves},
               {"two-queues", use_two_queues}, {"finish", use_finish},         {"user-event", use_user_event},
               {"source", use_source},       {"target", use_target},         {"target-twice", use_target_twice},
               {"unmap", use_unmap},         {"read-window", use_read_window}, {"staging", use_staging},
               {"image", use_image}};
  const char* mode = count > 1 ? arguments[1] : "event";
  cl_platform_id platform = NULL;
  long sum = 0;
  lacks = strncmp(mode, "no-", 3) == 0;
  if (lacks) mode += 3;
  for (int i = 0; i < kCount; ++i) values[i] = i;
  check(clGetPlatformIDs(1, &platform, NULL), "platform");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
  context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  cl_program program = clCreateProgramWithSource(context, 1, &kSource, NULL, NULL);
  check(clBuildProgram(program, 0, NULL, "", NULL, NULL), "build");
  inc = clCreateKernel(program, "inc", NULL);
  copy = clCreateKernel(program, "copy", NULL);
  paint = clCreateKernel(program, "paint", NULL);
  look = clCreateKernel(program, "look", NULL);
  for (size_t i = 0; i < sizeof modes / sizeof modes[0]; ++i)
    if (strcmp(modes[i].name, mode) == 0) modes[i].run();
  for (int i = 0; i < kCount; ++i) sum += result[i];
  printf("%ld\n", sum);
  return 0;
}
