// What right programs do: habits MODE. Each mode tests its own result, and nothing in it is a mistake.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kCount = 256, kBytes = kCount * sizeof(int) };

static const char* kSource =
    "kernel void inc(global int* a) { a[get_global_id(0)] += 1; }\n"
    "kernel void add(global const int* a, global const int* b, global int* out) {\n"
    "  size_t i = get_global_id(0); out[i] = a[i] + b[i]; }\n"
    "kernel void say(int number) { if (get_global_id(0) == 0) printf(\"%d from the device\\n\", number); }\n";

static cl_platform_id platform;
static cl_device_id device;
static cl_context context;
static cl_program program;
static cl_kernel inc, add;
static int values[kCount], result[kCount];

static void check(cl_int code, const char* what) {
  if (code == CL_SUCCESS) return;
  fprintf(stderr, "%s: error %d\n", what, code);
  exit(2);
}

static void expect(int is_right, const char* what) {
  if (is_right) return;
  fprintf(stderr, "%s is wrong\n", what);
  exit(3);
}

static cl_command_queue queue_with(cl_command_queue_properties properties) {
  cl_int code;
  cl_command_queue made = clCreateCommandQueue(context, device, properties, &code);
  check(code, "queue");
  return made;
}

static cl_mem buffer(cl_mem_flags flags, size_t bytes, void* host) {
  cl_int code;
  cl_mem made = clCreateBuffer(context, flags, bytes, host, &code);
  check(code, "buffer");
  return made;
}

static cl_event launch(cl_command_queue on, cl_mem a, cl_uint count, const cl_event* wait) {
  const size_t global = kCount;
  cl_event event;
  check(clSetKernelArg(inc, 0, sizeof a, &a), "argument");
  check(clEnqueueNDRangeKernel(on, inc, 1, NULL, &global, NULL, count, wait, &event), "launch");
  return event;
}

static cl_event launch_add(cl_command_queue on, cl_mem a, cl_mem b, cl_mem out, cl_uint count,
                           const cl_event* wait) {
  const size_t global = kCount;
  cl_event event;
  check(clSetKernelArg(add, 0, sizeof a, &a), "argument");
  check(clSetKernelArg(add, 1, sizeof b, &b), "argument");
  check(clSetKernelArg(add, 2, sizeof out, &out), "argument");
  check(clEnqueueNDRangeKernel(on, add, 1, NULL, &global, NULL, count, wait, &event), "launch");
  return event;
}

static void release_events(cl_uint count, cl_event* events) {
  for (cl_uint i = 0; i < count; ++i) check(clReleaseEvent(events[i]), "release");
}

static void expect_result(int factor, int summand, const char* what) {
  for (int i = 0; i < kCount; ++i) expect(result[i] == factor * i + summand, what);
}

static void read_all(cl_command_queue on, cl_mem a, cl_uint count, const cl_event* wait) {
  check(clEnqueueReadBuffer(on, a, CL_TRUE, 0, kBytes, result, count, wait, NULL), "read");
}

// A graph of commands over two queues without order of their own; only events order it.
static void use_graph(void) {
  cl_command_queue first = queue_with(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_command_queue second = queue_with(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_mem a = buffer(CL_MEM_READ_WRITE, kBytes, NULL), b = buffer(CL_MEM_READ_WRITE, kBytes, NULL);
  cl_mem out = buffer(CL_MEM_WRITE_ONLY, kBytes, NULL);
  cl_event written[2], changed[2], added;
  check(clEnqueueWriteBuffer(first, a, CL_FALSE, 0, kBytes, values, 0, NULL, &written[0]), "write");
  check(clEnqueueWriteBuffer(second, b, CL_FALSE, 0, kBytes, values, 0, NULL, &written[1]), "write");
  changed[0] = launch(second, a, 1, &written[0]);
  changed[1] = launch(first, b, 1, &written[1]);
  added = launch_add(second, a, b, out, 2, changed);
  check(clFlush(first), "flush");
  check(clFlush(second), "flush");
  read_all(first, out, 1, &added);
  expect_result(2, 2, "the sum");
  release_events(2, written);
  release_events(2, changed);
  release_events(1, &added);
  clReleaseMemObject(a);
  clReleaseMemObject(b);
  clReleaseMemObject(out);
  clReleaseCommandQueue(first);
  clReleaseCommandQueue(second);
}

// Map and unmap without waiting, each ordered by events.
static void use_map(void) {
  cl_command_queue on = queue_with(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_mem a = buffer(CL_MEM_ALLOC_HOST_PTR, kBytes, NULL);
  cl_event mapped, unmapped, done;
  cl_int code;
  int* window =
      clEnqueueMapBuffer(on, a, CL_FALSE, CL_MAP_WRITE_INVALIDATE_REGION, 0, kBytes, 0, NULL, &mapped, &code);
  check(code, "map");
  check(clWaitForEvents(1, &mapped), "wait");
  memcpy(window, values, kBytes);
  check(clEnqueueUnmapMemObject(on, a, window, 0, NULL, &unmapped), "unmap");
  done = launch(on, a, 1, &unmapped);
  const int* shown = clEnqueueMapBuffer(on, a, CL_TRUE, CL_MAP_READ, 0, kBytes, 1, &done, NULL, &code);
  check(code, "map");
  memcpy(result, shown, kBytes);
  check(clEnqueueUnmapMemObject(on, a, (void*)shown, 0, NULL, NULL), "unmap");
  check(clFinish(on), "finish");
  expect_result(1, 1, "the mapped result");
  release_events(1, &mapped);
  release_events(1, &unmapped);
  release_events(1, &done);
  clReleaseMemObject(a);
  clReleaseCommandQueue(on);
}

// Two halves as sub-buffers, in two queues at once; the whole after both.
static void use_sub_buffers(void) {
  cl_command_queue first = queue_with(0), second = queue_with(0);
  cl_mem whole = buffer(CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, kBytes, values), half[2];
  const size_t global = kCount / 2;
  cl_event done[2];
  for (int i = 0; i < 2; ++i) {
    const cl_buffer_region region = {(size_t)i * kBytes / 2, kBytes / 2};
    cl_int code;
    half[i] = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    check(code, "sub-buffer");
    check(clSetKernelArg(inc, 0, sizeof half[i], &half[i]), "argument");
    check(clEnqueueNDRangeKernel(i == 0 ? first : second, inc, 1, NULL, &global, NULL, 0, NULL, &done[i]),
          "launch");
  }
  check(clFlush(second), "flush");
  read_all(first, whole, 2, done);
  expect_result(1, 1, "the whole");
  release_events(2, done);
  for (int i = 0; i < 2; ++i) clReleaseMemObject(half[i]);
  clReleaseMemObject(whole);
  clReleaseCommandQueue(first);
  clReleaseCommandQueue(second);
}

// Everything waits for a user event that the program sets at last.
static void use_gate(void) {
  cl_command_queue on = queue_with(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_mem a = buffer(CL_MEM_READ_WRITE, kBytes, NULL);
  cl_event gate = clCreateUserEvent(context, NULL), chain[3];
  int* later = malloc(kBytes);
  memcpy(later, values, kBytes);
  check(clEnqueueWriteBuffer(on, a, CL_FALSE, 0, kBytes, later, 1, &gate, &chain[0]), "write");
  chain[1] = launch(on, a, 1, &chain[0]);
  check(clEnqueueReadBuffer(on, a, CL_FALSE, 0, kBytes, result, 1, &chain[1], &chain[2]), "read");
  check(clSetUserEventStatus(gate, CL_COMPLETE), "status");
  check(clWaitForEvents(1, &chain[2]), "wait");
  expect_result(1, 1, "what was read behind the gate");
  free(later);
  release_events(1, &gate);
  release_events(3, chain);
  clReleaseMemObject(a);
  clReleaseCommandQueue(on);
}

// Barriers and markers in a queue without order, and a marker that stands for all before it.
static void use_marks(void) {
  cl_command_queue on = queue_with(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE), other = queue_with(0);
  cl_mem a = buffer(CL_MEM_READ_WRITE, kBytes, NULL), b = buffer(CL_MEM_READ_WRITE, kBytes, NULL);
  cl_event marks[2], launched[3];
  check(clEnqueueWriteBuffer(on, a, CL_FALSE, 0, kBytes, values, 0, NULL, NULL), "write");
  check(clEnqueueWriteBuffer(on, b, CL_FALSE, 0, kBytes, values, 0, NULL, NULL), "write");
  check(clEnqueueBarrierWithWaitList(on, 0, NULL, NULL), "barrier");
  launched[0] = launch(on, a, 0, NULL);
  launched[1] = launch(on, b, 0, NULL);
  check(clEnqueueMarkerWithWaitList(on, 0, NULL, &marks[0]), "marker");
  launched[2] = launch(other, a, 1, marks);
  check(clEnqueueMarkerWithWaitList(other, 0, NULL, &marks[1]), "marker");
  check(clFlush(other), "flush");
  check(clEnqueueBarrierWithWaitList(on, 1, &marks[1], NULL), "barrier");
  read_all(on, a, 0, NULL);
  expect_result(1, 2, "the result behind the marks");
  read_all(on, b, 0, NULL);
  expect_result(1, 1, "the other result");
  release_events(2, marks);
  release_events(3, launched);
  clReleaseMemObject(a);
  clReleaseMemObject(b);
  clReleaseCommandQueue(on);
  clReleaseCommandQueue(other);
}

// A queue for transfers and one for launches; two buffers take turns.
static void use_two_buffers(void) {
  cl_command_queue transfers = queue_with(0), launches = queue_with(0);
  cl_mem a[2];
  cl_event written[4], launched[4], fetched[4];
  static int parts[4][kCount], results[4][kCount];
  for (int i = 0; i < 2; ++i) a[i] = buffer(CL_MEM_READ_WRITE, kBytes, NULL);
  for (int part = 0; part < 4; ++part) {
    for (int i = 0; i < kCount; ++i) parts[part][i] = part * i;
    const cl_event* before = part < 2 ? NULL : &fetched[part - 2];
    check(clEnqueueWriteBuffer(transfers, a[part % 2], CL_FALSE, 0, kBytes, parts[part], before != NULL,
                               before, &written[part]),
          "write");
    check(clFlush(transfers), "flush");
    launched[part] = launch(launches, a[part % 2], 1, &written[part]);
    check(clFlush(launches), "flush");
    check(clEnqueueReadBuffer(transfers, a[part % 2], CL_FALSE, 0, kBytes, results[part], 1, &launched[part],
                              &fetched[part]),
          "read");
  }
  check(clWaitForEvents(4, fetched), "wait");
  for (int part = 0; part < 4; ++part)
    for (int i = 0; i < kCount; ++i) expect(results[part][i] == part * i + 1, "a part");
  release_events(4, written);
  release_events(4, launched);
  release_events(4, fetched);
  for (int i = 0; i < 2; ++i) clReleaseMemObject(a[i]);
  clReleaseCommandQueue(transfers);
  clReleaseCommandQueue(launches);
}

static volatile int called;

static void CL_CALLBACK release_and_set(cl_event event, cl_int status, void* gate) {
  called = status == CL_COMPLETE ? 1 : -1;
  check(clReleaseEvent(event), "release");
  check(clSetUserEventStatus((cl_event)gate, CL_COMPLETE), "status");
}

static void CL_CALLBACK free_memory(cl_mem gone, void* memory) {
  (void)gone;
  free(memory);
}

// A callback releases the event and opens a gate; another one frees the memory of a buffer.
static void use_callbacks(void) {
  cl_command_queue on = queue_with(0);
  int* memory = malloc(kBytes);
  memcpy(memory, values, kBytes);
  cl_mem a = buffer(CL_MEM_USE_HOST_PTR, kBytes, memory);
  check(clSetMemObjectDestructorCallback(a, free_memory, memory), "destructor");
  cl_event gate = clCreateUserEvent(context, NULL), done = launch(on, a, 0, NULL);
  check(clSetEventCallback(done, CL_COMPLETE, release_and_set, gate), "callback");
  check(clFlush(on), "flush");
  check(clWaitForEvents(1, &gate), "wait");
  expect(called == 1, "the callback");
  read_all(on, a, 0, NULL);
  expect_result(1, 1, "the result behind the callback");
  release_events(1, &gate);
  clReleaseMemObject(a);
  check(clFinish(on), "finish");
  clReleaseCommandQueue(on);
}

// Memory of the program as a buffer: it is changed and read while it is mapped.
static void use_host_memory(void) {
  cl_command_queue on = queue_with(0);
  static int memory[kCount];
  memcpy(memory, values, kBytes);
  cl_mem a = buffer(CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, kBytes, memory);
  for (int turn = 0; turn < 3; ++turn) {
    cl_int code;
    cl_event done = launch(on, a, 0, NULL);
    int* window =
        clEnqueueMapBuffer(on, a, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, kBytes, 0, NULL, NULL, &code);
    check(code, "map");
    expect(window == memory, "the mapped place");
    for (int i = 0; i < kCount; ++i) expect(memory[i] == i + 11 * turn + 1, "the program's memory");
    for (int i = 0; i < kCount; ++i) memory[i] += 10;
    check(clEnqueueUnmapMemObject(on, a, window, 0, NULL, NULL), "unmap");
    release_events(1, &done);
  }
  check(clFinish(on), "finish");
  clReleaseMemObject(a);
  clReleaseCommandQueue(on);
}

// Memory that was filled before the buffer was made from it, and that is read when the buffer is gone.
static void use_host_memory_once(void) {
  cl_command_queue on = queue_with(0);
  static int memory[kCount];
  memset(memory, 0, kBytes);
  memcpy(memory, values, kBytes);
  cl_mem a = buffer(CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, kBytes, memory);
  cl_event done = launch(on, a, 0, NULL);
  check(clEnqueueReadBuffer(on, a, CL_TRUE, 0, kBytes, memory, 1, &done, NULL), "read");
  for (int i = 0; i < kCount; ++i) expect(memory[i] == i + 1, "the program's memory");
  release_events(1, &done);
  clReleaseMemObject(a);
  clReleaseCommandQueue(on);
}

// Memory of the program that changes, and is then written to the buffer as any other memory.
static void use_host_memory_write(void) {
  cl_command_queue on = queue_with(0);
  static int memory[kCount], other[kCount];
  cl_mem a = buffer(CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, kBytes, memory);
  memcpy(memory, values, kBytes);
  check(clEnqueueWriteBuffer(on, a, CL_FALSE, 0, kBytes, memory, 0, NULL, NULL), "write");
  cl_event done = launch(on, a, 0, NULL);
  check(clEnqueueReadBuffer(on, a, CL_TRUE, 0, kBytes, result, 0, NULL, NULL), "read");
  expect_result(1, 1, "the written memory");
  memset(memory, 0, kBytes);
  for (int i = 0; i < kCount; ++i) other[i] = 3 * i;
  check(clEnqueueWriteBuffer(on, a, CL_TRUE, 0, kBytes, other, 0, NULL, NULL), "write");
  release_events(1, &done);
  done = launch(on, a, 0, NULL);
  read_all(on, a, 1, &done);
  expect_result(3, 1, "the other memory");
  release_events(1, &done);
  clReleaseMemObject(a);
  clReleaseCommandQueue(on);
}

// A window of 8 × 8 of a matrix of 16 × 16 goes to another one, and comes back as a row of its own.
static void use_rectangles(void) {
  cl_command_queue on = queue_with(0);
  cl_mem a = buffer(CL_MEM_COPY_HOST_PTR, kBytes, values), b = buffer(CL_MEM_READ_WRITE, kBytes, NULL);
  const int zero = 0;
  const size_t from[3] = {4 * sizeof(int), 4, 0}, to[3] = {8 * sizeof(int), 8, 0}, none[3] = {0, 0, 0};
  const size_t region[3] = {8 * sizeof(int), 8, 1}, pitch = 16 * sizeof(int);
  int part[64];
  check(clEnqueueFillBuffer(on, b, &zero, sizeof zero, 0, kBytes, 0, NULL, NULL), "fill");
  check(clEnqueueCopyBufferRect(on, a, b, from, to, region, pitch, 0, pitch, 0, 0, NULL, NULL), "copy");
  check(clEnqueueReadBufferRect(on, b, CL_TRUE, to, none, region, pitch, 0, 8 * sizeof(int), 0, part, 0, NULL,
                                NULL),
        "read");
  for (int i = 0; i < 64; ++i) expect(part[i] == (i / 8 + 4) * 16 + i % 8 + 4, "the window");
  read_all(on, b, 0, NULL);
  expect(result[0] == 0 && result[8 * 16 + 8] == 4 * 16 + 4, "the matrix");
  clReleaseMemObject(a);
  clReleaseMemObject(b);
  clReleaseCommandQueue(on);
}

static void use_fill(void) {
  cl_command_queue on = queue_with(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_mem a = buffer(CL_MEM_READ_WRITE, kBytes, NULL);
  const int halves[2] = {7, 9};
  cl_event filled[2], done;
  for (int i = 0; i < 2; ++i)
    check(clEnqueueFillBuffer(on, a, &halves[i], sizeof(int), (size_t)i * kBytes / 2, kBytes / 2, 0, NULL,
                              &filled[i]),
          "fill");
  done = launch(on, a, 2, filled);
  read_all(on, a, 1, &done);
  expect(result[0] == 8 && result[kCount / 2 - 1] == 8 && result[kCount / 2] == 10, "the halves");
  release_events(2, filled);
  release_events(1, &done);
  clReleaseMemObject(a);
  clReleaseCommandQueue(on);
}

static void use_printf(void) {
  cl_command_queue on = queue_with(0);
  cl_kernel say = clCreateKernel(program, "say", NULL);
  const size_t global = 64;
  for (int number = 1; number <= 3; ++number) {
    check(clSetKernelArg(say, 0, sizeof number, &number), "argument");
    check(clEnqueueNDRangeKernel(on, say, 1, NULL, &global, NULL, 0, NULL, NULL), "launch");
  }
  check(clFinish(on), "finish");
  clReleaseKernel(say);
  clReleaseCommandQueue(on);
}

static void use_profile(void) {
  cl_command_queue on = queue_with(CL_QUEUE_PROFILING_ENABLE);
  cl_mem a = buffer(CL_MEM_COPY_HOST_PTR, kBytes, values);
  cl_event events[2];
  cl_ulong times[2][4];
  events[0] = launch(on, a, 0, NULL);
  events[1] = launch(on, a, 0, NULL);
  check(clWaitForEvents(2, events), "wait");
  for (int i = 0; i < 2; ++i)
    for (cl_profiling_info info = CL_PROFILING_COMMAND_QUEUED; info <= CL_PROFILING_COMMAND_END; ++info)
      check(clGetEventProfilingInfo(events[i], info, sizeof(cl_ulong),
                                    &times[i][info - CL_PROFILING_COMMAND_QUEUED], NULL),
            "profiling");
  for (int i = 0; i < 2; ++i)
    for (int t = 1; t < 4; ++t) expect(times[i][t - 1] <= times[i][t], "the order of times");
  expect(times[0][3] <= times[1][2], "the order of launches");
  read_all(on, a, 0, NULL);
  expect_result(1, 2, "the timed result");
  release_events(2, events);
  clReleaseMemObject(a);
  clReleaseCommandQueue(on);
}

static void CL_CALLBACK native(void* arguments) { **(int**)arguments = 5; }

// A native kernel, where the device says that it runs them; else none.
static void use_native(void) {
  cl_command_queue on = queue_with(0);
  cl_device_exec_capabilities can;
  int target = 0, *place = &target;
  check(clGetDeviceInfo(device, CL_DEVICE_EXECUTION_CAPABILITIES, sizeof can, &can, NULL), "info");
  const cl_int code = clEnqueueNativeKernel(on, native, &place, sizeof place, 0, NULL, NULL, 0, NULL, NULL);
  expect(code == ((can & CL_EXEC_NATIVE_KERNEL) != 0 ? CL_SUCCESS : CL_INVALID_OPERATION),
         "the native kernel");
  check(clFinish(on), "finish");
  clReleaseCommandQueue(on);
}

// A program is taken as a binary, and made again from it.
static void use_binary(void) {
  size_t bytes;
  cl_int status, code;
  check(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, NULL), "size");
  unsigned char* binary = malloc(bytes);
  check(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL), "binary");
  cl_program again =
      clCreateProgramWithBinary(context, 1, &device, &bytes, (const unsigned char**)&binary, &status, &code);
  check(code, "program");
  check(status, "binary");
  free(binary);
  check(clBuildProgram(again, 1, &device, "", NULL, NULL), "build");
  cl_kernel kernel = clCreateKernel(again, "inc", &code), was = inc;
  check(code, "kernel");
  inc = kernel;
  cl_command_queue on = queue_with(0);
  cl_mem a = buffer(CL_MEM_COPY_HOST_PTR, kBytes, values);
  cl_event done = launch(on, a, 0, NULL);
  read_all(on, a, 0, NULL);
  expect_result(1, 1, "the result of the binary");
  release_events(1, &done);
  inc = was;
  clReleaseMemObject(a);
  clReleaseKernel(kernel);
  clReleaseProgram(again);
  clReleaseCommandQueue(on);
}

// All devices of the platform work on parts, each with a queue; buffers move between them.
static void use_devices(void) {
  cl_device_id devices[8];
  cl_uint count;
  cl_int code;
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 8, devices, &count), "devices");
  if (count > 8) count = 8;
  cl_context all = clCreateContext(NULL, count, devices, NULL, NULL, &code);
  check(code, "context");
  cl_program built = clCreateProgramWithSource(all, 1, &kSource, NULL, &code);
  check(clBuildProgram(built, count, devices, "", NULL, NULL), "build");
  cl_kernel kernel = clCreateKernel(built, "inc", &code);
  cl_mem a = clCreateBuffer(all, CL_MEM_COPY_HOST_PTR, kBytes, values, &code);
  check(clSetKernelArg(kernel, 0, sizeof a, &a), "argument");
  const size_t global = kCount;
  cl_event before = NULL;
  for (cl_uint d = 0; d < count; ++d) {
    cl_command_queue on = clCreateCommandQueue(all, devices[d], 0, &code);
    cl_event done;
    check(clEnqueueMigrateMemObjects(on, 1, &a, 0, before != NULL, before != NULL ? &before : NULL, NULL),
          "migrate");
    check(clEnqueueNDRangeKernel(on, kernel, 1, NULL, &global, NULL, 0, NULL, &done), "launch");
    check(clFlush(on), "flush");
    if (before != NULL) release_events(1, &before);
    before = done;
    if (d + 1 == count) read_all(on, a, 0, NULL);
    clReleaseCommandQueue(on);
  }
  release_events(1, &before);
  expect_result(1, (int)count, "the result of all devices");
  clReleaseMemObject(a);
  clReleaseKernel(kernel);
  clReleaseProgram(built);
  clReleaseContext(all);
}

// Everything is released as soon as it is enqueued: commands keep what they need.
static void use_early_release(void) {
  cl_command_queue on = queue_with(0);
  cl_mem a = buffer(CL_MEM_COPY_HOST_PTR, kBytes, values);
  cl_event done = launch(on, a, 0, NULL), fetched;
  check(clReleaseEvent(done), "release");
  check(clEnqueueReadBuffer(on, a, CL_FALSE, 0, kBytes, result, 0, NULL, &fetched), "read");
  check(clReleaseMemObject(a), "release");
  check(clFlush(on), "flush");
  check(clReleaseCommandQueue(on), "release");
  check(clWaitForEvents(1, &fetched), "wait");
  expect_result(1, 1, "what was released early");
  release_events(1, &fetched);
}

// The program looks at an event until it is complete.
static void use_polling(void) {
  cl_command_queue on = queue_with(0);
  cl_mem a = buffer(CL_MEM_COPY_HOST_PTR, kBytes, values);
  cl_event done = launch(on, a, 0, NULL), fetched;
  cl_int status = CL_QUEUED;
  check(clEnqueueReadBuffer(on, a, CL_FALSE, 0, kBytes, result, 1, &done, &fetched), "read");
  check(clFlush(on), "flush");
  while (status > CL_COMPLETE)
    check(clGetEventInfo(fetched, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL), "status");
  expect_result(1, 1, "what was looked at");
  release_events(1, &done);
  release_events(1, &fetched);
  clReleaseMemObject(a);
  clReleaseCommandQueue(on);
}

// Scalars, arguments and memory of a blocking write may change at once.
static void use_reuse(void) {
  cl_command_queue on = queue_with(0);
  cl_mem a = buffer(CL_MEM_READ_WRITE, kBytes, NULL), b = buffer(CL_MEM_READ_WRITE, kBytes, NULL);
  int* memory = malloc(kBytes);
  memcpy(memory, values, kBytes);
  check(clEnqueueWriteBuffer(on, a, CL_TRUE, 0, kBytes, memory, 0, NULL, NULL), "write");
  memset(memory, 1, kBytes);
  int one = 1;
  check(clEnqueueFillBuffer(on, b, &one, sizeof one, 0, kBytes, 0, NULL, NULL), "fill");
  one = 2;
  cl_event events[3];
  events[0] = launch_add(on, a, b, b, 0, NULL);
  events[1] = launch(on, a, 0, NULL);
  events[2] = launch_add(on, a, b, a, 0, NULL);
  read_all(on, a, 0, NULL);
  expect_result(2, 2, "the reused sum");
  free(memory);
  release_events(3, events);
  clReleaseMemObject(a);
  clReleaseMemObject(b);
  clReleaseCommandQueue(on);
}

int main(int count, char** arguments) {
  static const struct {
    const char* name;
    void (*run)(void);
  } modes[] = {{"graph", use_graph},
               {"map", use_map},
               {"sub-buffers", use_sub_buffers},
               {"gate", use_gate},
               {"marks", use_marks},
               {"two-buffers", use_two_buffers},
               {"callbacks", use_callbacks},
               {"host-memory", use_host_memory},
               {"host-memory-once", use_host_memory_once},
               {"host-memory-write", use_host_memory_write},
               {"rectangles", use_rectangles},
               {"fill", use_fill},
               {"printf", use_printf},
               {"profile", use_profile},
               {"native", use_native},
               {"binary", use_binary},
               {"devices", use_devices},
               {"early-release", use_early_release},
               {"polling", use_polling},
               {"reuse", use_reuse}};
  const char* mode = count > 1 ? arguments[1] : "graph";
  for (int i = 0; i < kCount; ++i) values[i] = i;
  check(clGetPlatformIDs(1, &platform, NULL), "platform");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
  cl_int code;
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
  check(code, "context");
  program = clCreateProgramWithSource(context, 1, &kSource, NULL, &code);
  check(clBuildProgram(program, 0, NULL, "", NULL, NULL), "build");
  inc = clCreateKernel(program, "inc", &code);
  add = clCreateKernel(program, "add", &code);
  int is_known = 0;
  for (size_t i = 0; i < sizeof modes / sizeof modes[0]; ++i) {
    if (strcmp(modes[i].name, mode) != 0) continue;
    is_known = 1;
    modes[i].run();
  }
  expect(is_known, "the mode");
  clReleaseKernel(inc);
  clReleaseKernel(add);
  clReleaseProgram(program);
  clReleaseContext(context);
  printf("right\n");
  return 0;
}
