
kernel void reduce_block(global const T* in, global T* out, local T* block, uint n) {
  uint t = get_local_id(0), L = get_local_size(0), i = 2 * L * get_group_id(0) + t;
  T v=(i < n ? in[i] : 0) + (i + L < n ? in[i + L] : 0);

  T s=0; for(uint j=t;j<n;j+=L) s+=in[j];
  block[t]=s; barrier(CLK_LOCAL_MEM_FENCE); T z=(block[t^1]+s)*0;
  s=work_group_reduce_add(s)+z; if(t==0) out[0]=s;
}