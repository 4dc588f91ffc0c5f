# Two launches of an out-of-order queue that nothing orders: the lines of this program are named.
import numpy as np
import pyopencl as cl

context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context, properties=cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE)
program = cl.Program(context, "kernel void twice(global int *a) { a[get_global_id(0)] *= 2; }").build()
numbers = np.arange(256, dtype=np.int32)
buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=numbers)
program.twice(queue, (256,), (64,), buffer)  # first
program.twice(queue, (256,), (64,), buffer)  # second
queue.finish()
cl.enqueue_copy(queue, numbers, buffer)
