/* CLBlast's C interface on the first OpenCL device: axpy, sum and gemm of single and double precision, compared with
   loops on the host. It knows nothing of Lockstep. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <clblast_c.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 1000
#define M 40
#define COLUMNS 24
#define K 33

static cl_context context;
static cl_command_queue queue;

static void check(int status, const char* what) {
  if (status != 0) {
    printf("%s failed with %d\n", what, status);
    exit(2);
  }
}

static cl_mem upload(const void* data, size_t bytes) {
  cl_int status;
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, (void*)data, &status);
  check(status, "clCreateBuffer");
  return buffer;
}

static void verdict(const char* name, double worst) { printf("%s: %s\n", name, worst < 1e-4 ? "right" : "wrong"); }

#define DEFINE_ROUTINES(T, P, LETTER)                                                                              \
  static void axpy_##T(void) {                                                                                     \
    T x[N], y[N], out[N];                                                                                          \
    for (int i = 0; i < N; ++i) x[i] = (T)(i % 17), y[i] = (T)(i % 5);                                             \
    cl_mem dx = upload(x, sizeof x), dy = upload(y, sizeof y);                                                     \
    cl_event event = NULL;                                                                                         \
    check(CLBlast##P##axpy(N, (T)2.5, dx, 0, 1, dy, 0, 1, &queue, &event), "axpy");                                \
    check(clWaitForEvents(1, &event), "wait");                                                                     \
    check(clEnqueueReadBuffer(queue, dy, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL), "read");                     \
    double worst = 0;                                                                                              \
    for (int i = 0; i < N; ++i) worst = fmax(worst, fabs((double)(out[i] - ((T)2.5 * x[i] + y[i]))));              \
    verdict(LETTER "axpy", worst);                                                                                 \
    clReleaseEvent(event), clReleaseMemObject(dx), clReleaseMemObject(dy);                                         \
  }                                                                                                                \
  static void sum_##T(void) {                                                                                      \
    T x[N], out;                                                                                                   \
    double expected = 0;                                                                                           \
    for (int i = 0; i < N; ++i) expected += x[i] = (T)(i % 17);                                                    \
    cl_mem dx = upload(x, sizeof x), total = upload(x, sizeof x[0]);                                               \
    cl_event event = NULL;                                                                                         \
    check(CLBlast##P##sum(N, total, 0, dx, 0, 1, &queue, &event), "sum");                                          \
    check(clWaitForEvents(1, &event), "wait");                                                                     \
    check(clEnqueueReadBuffer(queue, total, CL_TRUE, 0, sizeof out, &out, 0, NULL, NULL), "read");                 \
    verdict(LETTER "sum", fabs(out - expected) / expected);                                                        \
    clReleaseEvent(event), clReleaseMemObject(dx), clReleaseMemObject(total);                                      \
  }                                                                                                                \
  static void gemm_##T(void) {                                                                                     \
    static T a[M * K], b[K * COLUMNS], c[M * COLUMNS], out[M * COLUMNS];                                           \
    for (int i = 0; i < M * K; ++i) a[i] = (T)(i % 7 - 3);                                                         \
    for (int i = 0; i < K * COLUMNS; ++i) b[i] = (T)(i % 11 - 5);                                                  \
    for (int i = 0; i < M * COLUMNS; ++i) c[i] = (T)(i % 3);                                                       \
    cl_mem da = upload(a, sizeof a), db = upload(b, sizeof b), dc = upload(c, sizeof c);                           \
    cl_event event = NULL;                                                                                         \
    check(CLBlast##P##gemm(CLBlastLayoutRowMajor, CLBlastTransposeNo, CLBlastTransposeNo, M, COLUMNS, K, (T)2, da, \
                           0, K, db, 0, COLUMNS, (T)0.5, dc, 0, COLUMNS, &queue, &event),                          \
          "gemm");                                                                                                 \
    check(clWaitForEvents(1, &event), "wait");                                                                     \
    check(clEnqueueReadBuffer(queue, dc, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL), "read");                     \
    double worst = 0;                                                                                              \
    for (int i = 0; i < M; ++i)                                                                                    \
      for (int j = 0; j < COLUMNS; ++j) {                                                                          \
        double sum = 0;                                                                                            \
        for (int k = 0; k < K; ++k) sum += (double)a[i * K + k] * b[k * COLUMNS + j];                              \
        worst = fmax(worst, fabs(out[i * COLUMNS + j] - (2 * sum + 0.5 * c[i * COLUMNS + j])));                    \
      }                                                                                                            \
    verdict(LETTER "gemm", worst);                                                                                 \
    clReleaseEvent(event), clReleaseMemObject(da), clReleaseMemObject(db), clReleaseMemObject(dc);                 \
  }

DEFINE_ROUTINES(float, S, "S")
DEFINE_ROUTINES(double, D, "D")

int main(void) {
  cl_platform_id platform;
  cl_device_id device;
  cl_int status;
  check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  check(status, "clCreateContext");
  queue = clCreateCommandQueue(context, device, 0, &status);
  check(status, "clCreateCommandQueue");
  axpy_float(), sum_float(), gemm_float();
  axpy_double(), sum_double(), gemm_double();
  CLBlastClearCache();
  clReleaseCommandQueue(queue), clReleaseContext(context);
  return 0;
}
