kernel void sum(global const int* in, global int* out, uint n, local int* block) {
}
