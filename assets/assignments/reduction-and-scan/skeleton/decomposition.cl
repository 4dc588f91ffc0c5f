kernel void reduce(global const int* in, global int* out, uint n, local int* block) {
}
