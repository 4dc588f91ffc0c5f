// Probable mistakes, each with a correct twin.
float missing(float x)                                   // warning: 'missing' returns float, but can reach its end without a return statement; add one [-Wreturn-type]
{
    if (x > 0) return x;
}
float complete(float x)
{
    if (x > 0) return x; else return -x;
}
int endless(__global int* g) { for (;;) if (g[0]) return 1; }
int by_switch(int x) { switch (x) { case 0: return 1; default: return 2; } }
__kernel void conditions(__global int* g, __global const float* f, uint n)
{
    int a = g[0], b = g[1];
    if (a = b) g[2] = 1;                                 // warning: this condition assigns; write == to compare, or a second pair of parentheses if the assignment is meant [-Wparentheses]
    if ((a = b)) g[2] = 1;
    while (a = g[3]) g[3] = a - 1;                       // warning: [-Wparentheses]
    g[4] = (a = b) ? 1 : 2;
    if (a == b && (b = a) != 0) g[5] = b;
    g[6] = 1 << 32;                                      // warning: int is shifted by 32, but has 32 bits, so OpenCL C shifts by 0; convert it to long or ulong first [-Wshift-count-overflow]
    g[6] = 1 << 31;
    g[6] = (int)(1L << 40);
    g[6] >>= 33;                                         // warning: [-Wshift-count-overflow]
    g[6] = a << -1;                                      // warning: int is shifted by -1, but has 32 bits, so OpenCL C shifts by 31 [-Wshift-count-negative]
    a == b;                                              // warning: this comparison has no effect; write = to assign [-Wunused-comparison]
    a + 1;                                               // warning: the result of this expression is not used; assign the result or remove the expression [-Wunused-value]
    max(a, b);                                           // warning: the result of this function is not used, and the function has no other effect; assign the result [-Wunused-value]
    get_global_id(0);                                    // warning: [-Wunused-value]
    (void)a;
    (void)max(a, b);
    a++, b--;
    atomic_inc(&g[7]);
    missing(1);
    a ? complete(1) : missing(2);
    for (int i = 0; i < 4; i + 1) { g[i] = 0; break; }   // warning: [-Wunused-value]
    if (f[0] == f[1]) g[8] = 1;                          // warning: floating-point numbers are compared with ==, but most results are rounded; compare the distance fabs(a - b) with a bound [-Wfloat-equal]
    { float was = f[0], seen; do { seen = was; was = as_float(atomic_cmpxchg((global uint *)f, as_uint(seen), 1u)); } while (was != seen); }
    if (f[2] > f[3] || (f[3] == f[2] && a)) g[8] = 1;
    if (f[2] > f[3] || f[3] == f[4]) g[8] = 1;           // warning: [-Wfloat-equal]
    if (f[0] != 0.1f) g[8] = 1;                          // warning: [-Wfloat-equal]
    if (f[0] == 0 || f[0] == 0.5f || f[0] == INFINITY) g[8] = 1;
    float x = f[2];
    if (x != x) g[8] = 1;
    for (uint i = n; i >= 0; --i) { g[i] = 1; }          // warning: uint is never below 0, so this is always true; use a signed type or a different condition [-Wtautological-unsigned-zero-compare]
}
__kernel void signs(__global int* g, int n)
{
    int left = get_local_id(0) - 1;
    if (left < get_local_size(0)) g[0] = 1;              // warning: int is compared with ulong: a negative number becomes a large number; convert the unsigned side to long [-Wsign-compare]
    int right = get_local_id(0) - 1;
    if (right >= 0 && right < get_local_size(0)) g[0] = 1;
    if (get_global_id(0) < n) g[1] = 1;
    if (get_global_id(0) < n - 1) g[1] = 1;
    for (int i = 0; i < get_global_size(0); ++i) g[i] = 2;
    if (left < (int)get_local_size(0)) g[0] = 1;
}
__kernel void variables(__global int* g)
{
    int nobody;                                          // warning: variable 'nobody' is not used; remove it [-Wunused-variable]
    int set = 1;                                         // warning: variable 'set' is set but never read; remove it or use its value [-Wunused-but-set-variable]
    set = 2;
    set++;
    __local int memory[4];                               // warning: variable 'memory' is not used
    int __attribute__((unused)) meant;
    int size;
    g[0] = sizeof(size);
    const int count = 4;
    int array[count];
    array[0] = 3;
    g[1] = array[0];
}
__kernel void unreachable(__global int* g, int n)
{
    for (int i = 0; i < n; ++i) {
        if (g[i]) { continue; g[i] = 1; }                // warning: this statement is never executed, because the statement before it does not continue; remove it, or move it before that statement [-Wunreachable-code]
        break;
    }
    switch (n) { case 0: g[0] = 1; return; break; case 1: g[0] = 2; }
    return;
    g[0] = 1;                                            // warning: [-Wunreachable-code]
    g[1] = 1;
}
__kernel void lists(__global float4* v, float x, int i)
{
    const float4 a = (0, 1, 2, 3);                       // warning: the comma operator gives the last value, which becomes all components; write (float4)(…) for a vector of these values [-Wcomma]
    v[0] = a + (float4)(0, 1, 2, 3);
}
