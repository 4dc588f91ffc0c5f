// A store at a work-item's own index, and a read of another's element with no barrier in between.
#define SYNC barrier(CLK_LOCAL_MEM_FENCE)
void synchronise(void) { SYNC; }
__kernel void neighbours(__global int* g, __local int* s)
{
    int t = get_local_id(0);
    s[t] = g[t];
    g[t] = s[t];
    g[t] = s[t + 1];                                     // warning: this can be another work-item's element of s: each work-item stores its own element at line 7, and no barrier follows before this read; call barrier(CLK_LOCAL_MEM_FENCE) in between [-Wmissing-barrier]
    SYNC;
    g[t] = s[t + 1];
    s[t] = 1;
    synchronise();
    g[t] = s[0];
}
__kernel void tree(__global int* g, __local int* s)
{
    const uint t = get_local_id(0);
    s[t] = g[t];
    SYNC;
    for (uint step = get_local_size(0) / 2; step > 0; step /= 2) {
        if (t < step) s[t] += s[t + step];
        SYNC;
    }
    if (t == 0) g[0] = s[0];
}
__kernel void tree_without(__global int* g, __local int* s)
{
    size_t t = get_local_id(0);
    s[t] = g[t];
    SYNC;
    for (uint step = get_local_size(0) / 2; step > 0; step /= 2)
        if (t < step) s[t] += s[t + step];               // warning: [-Wmissing-barrier]
    if (t == 0) g[0] = s[0];
}
__kernel void tiles(__global int* g)
{
    __local int tile[8][8];
    int x = get_local_id(0), y = get_local_id(1);
    tile[y][x] = g[y * 8 + x];
    int sum = 0;
    for (int k = 0; k < 8; ++k) sum += tile[y][k];       // warning: this can be another work-item's element of tile
    SYNC;
    for (int k = 0; k < 8; ++k) sum += tile[k][x];
    g[y * 8 + x] = sum;
}
__kernel void correct(__global int* g, __local int* s, __local volatile int* v)
{
    int t = get_local_id(0), size = get_local_size(0);
    s[t] = g[t];
    s[t + size] = g[t + size];
    if (t == 0) g[0] = s[0];
    g[t] = s[t + size] + s[t];
    v[t] = 1;
    g[t] = v[t + 1];
}
__kernel void one_item(__global int* g, __local int* s)
{
    if (get_local_id(0) == 0) {
        s[get_local_id(0)] = 1;
        g[0] = s[1];
    }
}
// Other words for "work-item 0 alone", which reads what it wrote itself.
__kernel void alone(__global int* g, __local int* s)
{
    int t = get_local_id(0);
    s[t] = g[t];
    if (!t) g[0] = s[0];
    if (get_local_id(0) < 1) g[1] = s[0];
    if (t != 0) ; else g[2] = s[0];
    if (t > 0 || g[t] == 0) return;
    g[3] = s[0];
}
__kernel void not_alone(__global int* g, __local int* s)
{
    int t = get_local_id(0);
    s[t] = g[t];
    if (!g[t]) g[0] = s[0];                              // warning: [-Wmissing-barrier]
    if (t < 2) g[1] = s[0];                              // warning: [-Wmissing-barrier]
    if (t == 0 || g[t] == 1) return;
    g[3] = s[0];                                         // warning: [-Wmissing-barrier]
}
