# What pyopencl generates and what its users write, on the first OpenCL device: prints one line each, "right" or what
# differs. It knows nothing of Lockstep.
import sys

import numpy as np
import pyopencl as cl
import pyopencl.array
import pyopencl.clrandom
from pyopencl.elementwise import ElementwiseKernel
from pyopencl.reduction import ReductionKernel
from pyopencl.scan import ExclusiveScanKernel, InclusiveScanKernel
from pyopencl.algorithm import RadixSort, copy_if, partition, unique

device = cl.get_platforms()[0].get_devices()[0]
context = cl.Context([device])
queue = cl.CommandQueue(context)
n = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
wrong = 0


def compare(name, found, expected):
    global wrong
    same = np.allclose(found, expected, rtol=1e-4)
    wrong += not same
    print(f"{name}: {'right' if same else f'{found} instead of {expected}'}")


rng = np.random.default_rng(7)
for dtype in (np.int32, np.float32, np.float64):
    name = np.dtype(dtype).name
    host = rng.integers(0, 100, n).astype(dtype)
    a = cl.array.to_device(queue, host)
    compare(f"sum {name}", cl.array.sum(a).get(), host.sum())
    compare(f"max {name}", cl.array.max(a).get(), host.max())
    compare(f"dot {name}", cl.array.dot(a, a).get(), np.dot(host, host))
    compare(f"a * 2 + a {name}", (a * 2 + a).get(), host * 2 + host)
    ctype = {"int32": "int", "float32": "float", "float64": "double"}[name]
    for kind, scan in (("inclusive", InclusiveScanKernel), ("exclusive", ExclusiveScanKernel)):
        kernel = scan(context, dtype, "a+b", "0")
        expected = np.cumsum(host) - (host if kind == "exclusive" else 0)
        out = cl.array.empty_like(a)
        kernel(a, out)
        compare(f"{kind} scan {name}", out.get(), expected)
    square = ReductionKernel(context, dtype, neutral="0", reduce_expr="a+b", map_expr="x[i]*x[i]",
                             arguments=f"__global {ctype} *x")
    compare(f"reduction {name}", square(a).get(), (host * host).sum())
    saxpy = ElementwiseKernel(context, f"{ctype} k, {ctype} *x, {ctype} *y", "y[i] = k * x[i] + y[i]", "saxpy")
    y = a.copy()
    saxpy(dtype(3), a, y)
    compare(f"elementwise {name}", y.get(), 3 * host + host)

host = rng.integers(0, 1000, n).astype(np.int32)
a = cl.array.to_device(queue, host)
kept, count, event = copy_if(a, "ary[i] > 300")
compare("copy_if", kept.get()[: int(count.get())], host[host > 300])
true, false, count, event = partition(a, "ary[i] > 300")
compare("partition", true.get()[: int(count.get())], host[host > 300])
kept, count, event = unique(cl.array.to_device(queue, np.sort(host)))
compare("unique", kept.get()[: int(count.get())], np.unique(host))
sort = RadixSort(context, "int *ary", key_expr="ary[i]", sort_arg_names=["ary"], key_dtype=np.int32)
compare("radix sort", sort(a, key_bits=16)[0][0].get(), np.sort(host))
x = cl.clrandom.rand(queue, (n,), np.float32).get()
compare("random", [(x >= 0).all() and (x < 1).all(), 0.4 < x.mean() < 0.6], [True, True])
program = cl.Program(context, """
__kernel void transpose(__global const float *in, __global float *out, __local float *tile, int width) {
  int x = get_local_id(0), y = get_local_id(1);
  tile[y * 9 + x] = in[get_global_id(1) * width + get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(get_group_id(0) * 8 + y) * width + get_group_id(1) * 8 + x] = tile[x * 9 + y];
}""").build()
matrix = rng.random((32, 32), dtype=np.float32)
inp = cl.Buffer(context, cl.mem_flags.READ_ONLY | cl.mem_flags.COPY_HOST_PTR, hostbuf=matrix)
out = cl.Buffer(context, cl.mem_flags.WRITE_ONLY, matrix.nbytes)
program.transpose(queue, (32, 32), (8, 8), inp, out, cl.LocalMemory(8 * 9 * 4), np.int32(32))
result = np.empty_like(matrix)
cl.enqueue_copy(queue, result, out)
compare("transpose", result, matrix.T)
sys.exit(1 if wrong else 0)
