kernel void sum(global const float* in, global float* out, uint n, local float* block) {
}
