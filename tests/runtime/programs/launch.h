// A call of OpenCL in a function of a header.
#include <CL/cl.h>

static inline cl_int launch_one(cl_command_queue queue, cl_kernel kernel) {
  const size_t one = 1;
  return clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
}
