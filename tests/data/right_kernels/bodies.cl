// --global 128 --local 64 buffer:float4:128=random:1 buffer:float4:128=0 buffer:float4:128=0 scalar:float=0.01
kernel void k(global const float4 *p, global float4 *q, global float4 *v, float dt) {
  local float4 t[64];
  int i = get_global_id(0), l = get_local_id(0), n = get_global_size(0);
  float4 me = p[i]; float3 a = 0;
  for (int b = 0; b < n; b += 64) {
    t[l] = p[b + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < 64; j++) { float3 d = t[j].xyz - me.xyz; float r = rsqrt(dot(d, d) + 0.01f); a += t[j].w * r * r * r * d; }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  v[i].xyz += dt * a;
  q[i] = (float4)(me.xyz + dt * v[i].xyz, me.w);
}
