kernel void scale(global float *out, global const float *in, float factor, local float *room) {
    room[get_local_id(0)] = in[get_global_id(0)];
    out[get_global_id(0)] = factor * room[get_local_id(0)];
}
