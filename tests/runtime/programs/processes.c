// Processes that use the device, and how they end: processes MODE.
//   quick   ends by _exit(0)             fork    launches in a child before and after its own launch, both ending
//   exec    launches, then replaces itself by "processes once"             by _exit or exit
//   once    one launch                   two     500 launches of two kernels in turns
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "launch.h"

static const char* kSource =
    "kernel void first(global int* out) { out[0] += 1; }\n"
    "kernel void second(global int* out) { out[1] += 2; }\n";

static void check(cl_int code, const char* what) {
  if (code == CL_SUCCESS) return;
  fprintf(stderr, "%s: error %d\n", what, code);
  exit(2);
}

static void launches(int count) {
  cl_device_id device = NULL;
  int values[2] = {0, 0};
  cl_platform_id platform = NULL;
  check(clGetPlatformIDs(1, &platform, NULL), "platform");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_DEFAULT, 1, &device, NULL), "device");
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
  cl_program program = clCreateProgramWithSource(context, 1, &kSource, NULL, NULL);
  check(clBuildProgram(program, 0, NULL, "", NULL, NULL), "build");
  cl_kernel kernels[2] = {clCreateKernel(program, "first", NULL), clCreateKernel(program, "second", NULL)};
  cl_mem out = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof values, values, NULL);
  for (int i = 0; i < 2; ++i) clSetKernelArg(kernels[i], 0, sizeof out, &out);
  for (int i = 0; i < count; ++i) check(launch_one(queue, kernels[i % 2]), "launch");
  check(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL), "read");
  printf("%d %d\n", values[0], values[1]);
  fflush(stdout);
  clReleaseMemObject(out);
  clReleaseKernel(kernels[0]);
  clReleaseKernel(kernels[1]);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
}

static void wait_for_child(void) {
  int status = 0;
  wait(&status);
  check(WIFEXITED(status) ? WEXITSTATUS(status) : -1, "child");
}

int main(int count, char** arguments) {
  const char* mode = count > 1 ? arguments[1] : "once";
  const int forks = strcmp(mode, "fork") == 0;
  if (forks && fork() == 0) {
    launches(1);
    _exit(0);
  }
  if (forks) wait_for_child();
  launches(strcmp(mode, "two") == 0 ? 1000 : 1);
  if (forks && fork() == 0) {
    launches(1);
    exit(0);
  }
  if (forks) wait_for_child();
  if (strcmp(mode, "exec") == 0) execl(arguments[0], arguments[0], "once", (char*)NULL);
  if (strcmp(mode, "quick") == 0) _exit(0);
  return 0;
}
