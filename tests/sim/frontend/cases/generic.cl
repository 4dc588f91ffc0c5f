// options: -cl-std=CL2.0
// From OpenCL C 2.0 on, pointers without an address space are generic.
int first(const int* p) { return p[0]; }

__kernel void anywhere(__global int* g, __local int* l, __global atomic_int* a)
{
    int own[2] = {1, 2};
    g[0] = first(g) + first(l) + first(own);
    int* any = g;
    any = l;
    int seen = 0;
    atomic_fetch_add_explicit(a, 1, memory_order_relaxed, memory_scope_device);
    if (atomic_compare_exchange_strong(a, &seen, 2))
        g[1] = work_group_reduce_add(any[0]) + sub_group_scan_inclusive_add(1);
    work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
}
