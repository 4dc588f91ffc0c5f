// options: -cl-std=CL3.0
// Functions of sub-groups and work-groups, and wrong calls of them.
#if !defined(__opencl_c_work_group_collective_functions) || !defined(cl_khr_subgroup_shuffle)
#error they are there
#endif
__kernel void right(__global int* i, __global float* f, __global ulong* u, float4 v, uchar c)
{
    i[0] = work_group_all(i[1] > 0) + work_group_any(c);
    f[0] = work_group_reduce_min(f[1]) + work_group_broadcast(f[2], 1) + work_group_broadcast(f[3], 1, 2, 3);
    u[0] = sub_group_scan_exclusive_max(u[1]) + sub_group_non_uniform_reduce_xor(u[2]);
    v = sub_group_shuffle(v, 3) + sub_group_broadcast_first(v) + sub_group_rotate(v, -1);
    c = sub_group_clustered_reduce_add(c, 8);
    uint4 ballot = sub_group_ballot(sub_group_elect()) & get_sub_group_lt_mask();
    i[2] = sub_group_ballot_bit_count(ballot) + sub_group_inverse_ballot(ballot);
    sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_sub_group);
}
__kernel void wrong(__global int* i, float f, float4 v, uint4 ballot)
{
    i[0] = work_group_reduce_add();               // error: takes 1 argument, not 0
    i[0] = work_group_broadcast(1, 1, 2, 3, 4);   // error: takes 2 to 4 arguments, not 5
    i[0] = work_group_reduce_add(i);              // error: must be a number
    v = work_group_broadcast(v, 1);               // error: must be a number
    i[0] = sub_group_reduce_add(v).x;             // error: must be a number
    f = sub_group_non_uniform_reduce_and(f);      // error: must be an integer
    i[0] = sub_group_clustered_reduce_add(1, 128);
    i[0] = sub_group_clustered_reduce_add(1, 3);  // error: must be a constant power of two
    i[0] = sub_group_clustered_rotate(1, 1, i[0]);// error: must be a constant power of two
    i[0] = sub_group_elect(1);                    // error: takes 0 arguments, not 1
    i[0] = sub_group_inverse_ballot(1);           // error: must be a ballot (uint4)
}
int sub_group_reduce_add(int own) { return own; }
