// Right, with a second launch for the sums of the work-groups. Let the group that finishes last add them:
// last-block.plan.json has a counter for that, "finished", which begins with 0.
kernel void sum(global const float* in, global float* out, local float* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0), i = 2 * L * get_group_id(0) + t;
  block[t] = (i < n ? in[i] : 0) + (i + L < n ? in[i + L] : 0);
  for (uint s = L / 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < s) block[t] += block[t + s];
  }
  if (t == 0) out[get_group_id(0)] = block[0];
}
