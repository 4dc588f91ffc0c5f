
kernel void sum(global const float* in, global float* out, uint n) {
  uint t = get_local_id(0), L = get_local_size(0); float s=0;
  for(uint i=t;i<n;i+=L) s+=in[i];
  s=work_group_reduce_add(s); if(t==0) *out=s;
}