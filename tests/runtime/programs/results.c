// What the program does with buffers and results, wrong and right: results MODE. A mode that begins with "no-" has
// the mistake that the mode of the same name without it has not.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kCount = 64, kGroup = 16 };

static const char* kSource =
    "kernel void twice(global const int* in, global int* out) { int i = get_global_id(0); out[i] = 2 * in[i]; }\n"
    "kernel void first_half(global int* out) { out[get_global_id(0) / 2] = 1; }\n"
    "kernel void in_place(global int* a) { a[get_global_id(0)] += 1; }\n"
    "typedef struct { float3 colour; uint flags; } Material;\n"
    "kernel void sums(global const Material* m, global float* out) {\n"
    "  int i = get_global_id(0);\n"
    "  out[i] = m[i].colour.x + m[i].colour.z + m[i].flags;\n"
    "}\n"
    "kernel void longs(global const long* in, global long* out) { int i = get_global_id(0); out[i] = in[i]; }\n"
    "kernel void groups(global const int* in, global int* out, local int* s) {\n"
    "  int l = get_local_id(0);\n"
    "  s[l] = in[get_global_id(0)];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  out[get_global_id(0)] = s[get_local_size(0) - 1 - l];\n"
    "}\n"
    "kernel void fixed(global const int* in, global int* out) {\n"
    "  local int s[16];\n"
    "  int l = get_local_id(0);\n"
    "  s[l] = in[get_global_id(0)];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  out[get_global_id(0)] = s[15 - l];\n"
    "}\n";

static cl_context context;
static cl_device_id device;
static cl_command_queue queue;
static cl_program program;
static int values[2 * kCount], result[2 * kCount];
static int lacks;  // the mode begins with "no-"

static void check(cl_int code, const char* what) {
  if (code == CL_SUCCESS) return;
  fprintf(stderr, "%s: error %d\n", what, code);
  exit(2);
}

static cl_mem filled(size_t bytes) {
  return clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, values, NULL);
}
static cl_mem room(size_t bytes) { return clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, NULL); }

static void read_back(cl_mem from, size_t bytes) {
  check(clEnqueueReadBuffer(queue, from, CL_TRUE, 0, bytes, result, 0, NULL, NULL), "read");
}

static cl_kernel kernel(const char* name, cl_mem first, cl_mem second) {
  cl_kernel made = clCreateKernel(program, name, NULL);
  check(clSetKernelArg(made, 0, sizeof first, &first), "argument");
  if (second) check(clSetKernelArg(made, 1, sizeof second, &second), "argument");
  return made;
}

static void launch(cl_kernel which, int gives_local) {
  const size_t global = kCount, local = kGroup;
  check(clEnqueueNDRangeKernel(queue, which, 1, NULL, &global, gives_local ? &local : NULL, 0, NULL, NULL),
        "launch");
}

static void read_result(void) {
  cl_mem in = filled(4 * kCount), out = room(4 * kCount);
  launch(kernel("twice", in, out), 1);
  read_back(lacks ? in : out, 4 * kCount);
  clReleaseMemObject(in);
  clReleaseMemObject(out);
}

// The input is read to check it, and the result as well.
static void read_both(void) {
  cl_mem in = filled(4 * kCount), out = room(4 * kCount);
  launch(kernel("twice", in, out), 1);
  read_back(in, 4 * kCount);
  read_back(out, 4 * kCount);
}

static void read_written(void) {
  cl_mem out = room(4 * kCount);
  launch(kernel("first_half", out, NULL), 1);
  read_back(out, lacks ? 4 * kCount : 2 * kCount);
}

// Whether any of what is read was written.
static void read_written_half(void) {
  cl_mem out = room(4 * kCount);
  launch(kernel("first_half", out, NULL), 1);
  check(clEnqueueReadBuffer(queue, out, CL_TRUE, lacks ? 2 * kCount : 0, 2 * kCount, result, 0, NULL, NULL), "read");
}

static void map_result(void) {
  cl_mem a = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 4 * kCount, values, NULL);
  launch(kernel("in_place", a, NULL), 1);
  clFinish(queue);
  if (lacks) return;
  void* window = clEnqueueMapBuffer(queue, a, CL_TRUE, CL_MAP_READ, 0, 4 * kCount, 0, NULL, NULL, NULL);
  clEnqueueUnmapMemObject(queue, a, window, 0, NULL, NULL);
  clFinish(queue);
}

// The input of a launch is the program's own memory, which changes before the second launch.
static void map_input(void) {
  cl_mem in = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 8 * kCount, values, NULL), out = room(8 * kCount);
  cl_kernel longs = kernel("longs", in, out);
  launch(longs, 1);
  read_back(out, 8 * kCount);
  if (!lacks)
    clEnqueueMapBuffer(queue, in, CL_TRUE, CL_MAP_WRITE, 0, 8 * kCount, 0, NULL, NULL, NULL);
  values[5] += 1;
  if (!lacks) clEnqueueUnmapMemObject(queue, in, values, 0, NULL, NULL);
  launch(longs, 1);
  read_back(out, 8 * kCount);
}

static void pad_struct(void) {
  cl_mem m = filled((lacks ? 16 : 32) * kGroup), out = room(4 * kGroup);
  const size_t global = kGroup;
  check(clEnqueueNDRangeKernel(queue, kernel("sums", m, out), 1, NULL, &global, NULL, 0, NULL, NULL), "launch");
  read_back(out, 4 * kGroup);
}

static void match_types(void) {
  cl_mem in = filled((lacks ? 4 : 8) * kCount), out = room(8 * kCount);
  launch(kernel("longs", in, out), 1);
  read_back(out, 8 * kCount);
}

static void size_in_bytes(void) {
  cl_mem in = filled(4 * kCount), out = room(4 * kCount);
  cl_kernel groups = kernel("groups", in, out);
  check(clSetKernelArg(groups, 2, lacks ? kGroup : kGroup * sizeof(int), NULL), "argument");
  launch(groups, 1);
  read_back(out, 4 * kCount);
}

static void give_local_size(void) {
  cl_mem in = filled(4 * kCount), out = room(4 * kCount);
  launch(kernel("fixed", in, out), !lacks);
  read_back(out, 4 * kCount);
}

int main(int count, char** arguments) {
  static const struct {
    const char* name;
    void (*run)(void);
  } modes[] = {{"read-result", read_result},   {"read-both", read_both},         {"read-written", read_written},
               {"written-half", read_written_half}, {"map-result", map_result}, {"map-input", map_input},     {"pad-struct", pad_struct},       {"match-types", match_types},
               {"size-in-bytes", size_in_bytes}, {"local-size", give_local_size}};
  const char* mode = count > 1 ? arguments[1] : "read-result";
  cl_platform_id platform = NULL;
  lacks = strncmp(mode, "no-", 3) == 0;
  if (lacks) mode += 3;
  for (int i = 0; i < 2 * kCount; ++i) values[i] = i;
  check(clGetPlatformIDs(1, &platform, NULL), "platform");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
  context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  queue = clCreateCommandQueue(context, device, 0, NULL);
  program = clCreateProgramWithSource(context, 1, &kSource, NULL, NULL);
  check(clBuildProgram(program, 0, NULL, "", NULL, NULL), "build");
  for (size_t i = 0; i < sizeof modes / sizeof modes[0]; ++i)
    if (strcmp(modes[i].name, mode) == 0) modes[i].run();
  clFinish(queue);
  return 0;
}
