// An inclusive scan of 16 ones by Hillis and Steele, with kernels from two files beside it, as students write
// it: pingpong right | wrong. The wrong one never exchanges its two buffers.
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kCount = 16, kMostText = 4096 };

static cl_context context;
static cl_device_id device;

static void check(cl_int code, const char* what) {
  if (code == CL_SUCCESS) return;
  fprintf(stderr, "%s: error %d\n", what, code);
  exit(2);
}

static cl_kernel load(const char* file, const char* name) {
  static char text[kMostText];
  FILE* stream = fopen(file, "rb");
  if (!stream) {
    fprintf(stderr, "%s cannot be read\n", file);
    exit(2);
  }
  const size_t size = fread(text, 1, sizeof text, stream);
  fclose(stream);
  const char* source = text;
  cl_int error = CL_SUCCESS;
  cl_program program = clCreateProgramWithSource(context, 1, &source, &size, &error);
  check(error, "program");
  check(clBuildProgram(program, 1, &device, "", NULL, NULL), "build");
  cl_kernel kernel = clCreateKernel(program, name, &error);
  check(error, name);
  clReleaseProgram(program);
  return kernel;
}

int main(int count, char** arguments) {
  const int swaps = count < 2 || strcmp(arguments[1], "wrong") != 0;
  const size_t global = kCount, local = 4;
  cl_platform_id platform = NULL;
  cl_int error = CL_SUCCESS;
  check(clGetPlatformIDs(1, &platform, NULL), "platform");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_DEFAULT, 1, &device, NULL), "device");
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  check(error, "context");
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
  check(error, "queue");
  cl_kernel fill = load("fill.cl", "fill"), step = load("step.cl", "scan_step");
  cl_mem from = clCreateBuffer(context, CL_MEM_READ_WRITE, kCount * sizeof(int), NULL, NULL);
  cl_mem to = clCreateBuffer(context, CL_MEM_READ_WRITE, kCount * sizeof(int), NULL, NULL);
  clSetKernelArg(fill, 0, sizeof from, &from);
  check(clEnqueueNDRangeKernel(queue, fill, 1, NULL, &global, &local, 0, NULL, NULL), "fill");
  for (int distance = 1; distance < kCount; distance *= 2) {
    clSetKernelArg(step, 0, sizeof from, &from);
    clSetKernelArg(step, 1, sizeof to, &to);
    clSetKernelArg(step, 2, sizeof distance, &distance);
    check(clEnqueueNDRangeKernel(queue, step, 1, NULL, &global, &local, 0, NULL, NULL), "step");
    if (!swaps) continue;
    cl_mem other = from;
    from = to;
    to = other;
  }
  int result[kCount];
  check(clEnqueueReadBuffer(queue, swaps ? from : to, CL_TRUE, 0, sizeof result, result, 0, NULL, NULL),
        "read");
  for (int i = 0; i < kCount; ++i) printf("%d ", result[i]);
  printf("\n");
  clReleaseMemObject(from);
  clReleaseMemObject(to);
  clReleaseKernel(fill);
  clReleaseKernel(step);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return 0;
}
