// --global 64 --local 64 buffer:float:256=iota buffer:float:64=0
kernel void k(global const float *in, global float *out) {
  float4 v = vload4(get_global_id(0), in);
  out[get_global_id(0)] = v.x + v.y + v.z + v.w;
}
