# Two launches of an out-of-order queue that nothing orders: the lines of this program are named. Its argument says
# whether a call "keeps" the interpreter's lock or "gives" it to other threads.
import ctypes
import sys

OUT_OF_ORDER, COPY_HOST_PTR, ALL_DEVICES = 1, 1 << 5, 0xFFFFFFFF
cl = (ctypes.PyDLL if sys.argv[1] == "keeps" else ctypes.CDLL)("libOpenCL.so.1")
pointer, size = ctypes.c_void_p, ctypes.c_size_t


def made(call, *arguments):
    function = getattr(cl, call)
    function.restype = pointer
    return pointer(function(*arguments))


platform, device = pointer(), pointer()
cl.clGetPlatformIDs(1, ctypes.byref(platform), None)
cl.clGetDeviceIDs(platform, ctypes.c_uint64(ALL_DEVICES), 1, ctypes.byref(device), None)
context = made("clCreateContext", None, 1, ctypes.byref(device), None, None, None)
queue = made("clCreateCommandQueue", context, device, ctypes.c_uint64(OUT_OF_ORDER), None)
text = ctypes.c_char_p(b"kernel void twice(global int *a) { a[get_global_id(0)] *= 2; }")
program = made("clCreateProgramWithSource", context, 1, ctypes.byref(text), None, None)
cl.clBuildProgram(program, 0, None, b"", None, None)
kernel = made("clCreateKernel", program, b"twice", None)
numbers = (ctypes.c_int * 256)(*range(256))
buffer = made("clCreateBuffer", context, ctypes.c_uint64(COPY_HOST_PTR), size(ctypes.sizeof(numbers)), numbers, None)
cl.clSetKernelArg(kernel, 0, size(ctypes.sizeof(pointer)), ctypes.byref(buffer))
cl.clEnqueueNDRangeKernel(queue, kernel, 1, None, ctypes.byref(size(256)), None, 0, None, None)
cl.clEnqueueNDRangeKernel(queue, kernel, 1, None, ctypes.byref(size(256)), None, 0, None, None)
cl.clFinish(queue)
