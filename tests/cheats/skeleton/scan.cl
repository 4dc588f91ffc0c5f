kernel void scan(global const int* in, global int* out, local int* block) {
}
