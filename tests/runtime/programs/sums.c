// Sums of blocks, as an assignment would write them, and what can go wrong: sums MODE.
//   right     prints the sums      race     forgets a barrier        endless  a kernel that never ends
//   forget    releases nothing and ignores errors                    crash    dies after its first launch
//   sleep     never ends           status   ends with status 3       launches N  N launches of 1,024
//   work-items
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char* kSource =
    "#ifdef RACE\n"
    "#define WAIT\n"
    "#else\n"
    "#define WAIT barrier(CLK_LOCAL_MEM_FENCE)\n"
    "#endif\n"
    "kernel void sums(global const int* in, global int* out, local int* t) {\n"
    "  int l = get_local_id(0);\n"
    "  t[l] = in[get_global_id(0)];\n"
    "  for (int s = get_local_size(0) / 2; s > 0; s /= 2) {\n"
    "    WAIT;\n"
    "    if (l < s) t[l] += t[l + s];\n"
    "  }\n"
    "  if (l == 0) out[get_group_id(0)] = t[0];\n"
    "}\n"
    "kernel void endless(global int* out) { while (true) {} }\n";

enum { kCount = 1024, kGroup = 256, kGroups = kCount / kGroup };

static cl_context context;
static cl_command_queue queue;

static void check(cl_int code, const char* what) {
  if (code == CL_SUCCESS) return;
  fprintf(stderr, "%s: error %d\n", what, code);
  exit(2);
}

static cl_program build(const char* options) {
  cl_int error = CL_SUCCESS;
  cl_program program = clCreateProgramWithSource(context, 1, &kSource, NULL, &error);
  check(error, "program");
  check(clBuildProgram(program, 0, NULL, options, NULL, NULL), "build");
  return program;
}

static void open_device(void) {
  cl_platform_id platform = NULL;
  cl_device_id device = NULL;
  cl_int error = CL_SUCCESS;
  check(clGetPlatformIDs(1, &platform, NULL), "platform");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_DEFAULT, 1, &device, NULL), "device");
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  check(error, "context");
  queue = clCreateCommandQueue(context, device, 0, &error);
  check(error, "queue");
}

static void launch(cl_kernel kernel) {
  const size_t global = kCount, local = kGroup;
  check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL), "launch");
}

static void run_endless(cl_program program, cl_mem out) {
  const size_t one = 1;
  cl_kernel kernel = clCreateKernel(program, "endless", NULL);
  clSetKernelArg(kernel, 0, sizeof out, &out);
  clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
  clReleaseKernel(kernel);
}

int main(int count, char** arguments) {
  const char* mode = count > 1 ? arguments[1] : "right";
  int in[kCount], out[kGroups];
  for (int i = 0; i < kCount; ++i) in[i] = i;
  open_device();
  cl_program program = build(strcmp(mode, "race") == 0 ? "-DRACE" : "");
  cl_kernel kernel = clCreateKernel(program, "sums", NULL);
  cl_mem from = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof in, in, NULL);
  cl_mem to = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof out, NULL, NULL);
  clSetKernelArg(kernel, 0, sizeof from, &from);
  clSetKernelArg(kernel, 1, sizeof to, &to);
  clSetKernelArg(kernel, 2, kGroup * sizeof(int), NULL);
  const int launches = strcmp(mode, "launches") == 0 ? atoi(arguments[2]) : 1;
  for (int i = 0; i < launches; ++i) launch(kernel);
  clFinish(queue);
  if (strcmp(mode, "crash") == 0) raise(SIGSEGV);
  while (strcmp(mode, "sleep") == 0) sleep(1);
  if (strcmp(mode, "endless") == 0) run_endless(program, to);
  check(clEnqueueReadBuffer(queue, to, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL), "read");
  for (int i = 0; i < kGroups; ++i) printf("%d\n", out[i]);
  if (strcmp(mode, "forget") == 0) {
    clSetKernelArg(kernel, 7, sizeof to, &to);  // the ignored error
    return 0;
  }
  clReleaseMemObject(from);
  clReleaseMemObject(to);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return strcmp(mode, "status") == 0 ? 3 : 0;
}
