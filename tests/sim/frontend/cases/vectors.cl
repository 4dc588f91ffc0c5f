__kernel void vectors(__global float4* g, __global int4* h, float f, double d)
{
    float4 v = (float4)(1, 2, 3);     // error: float4 has 4 components, not 3
    float4 w = g[0], u = g[0] * (float)d;
    int4 n = w;                       // error: cannot convert float4 to int4 in this initial value; use convert_int4()
    w.q = 1;                          // error: float4 has no component 'q'
    w.xyy = w.xyz;                    // error: a component appears twice
    w = w + h[0];                     // error: '+' cannot be applied to float4 and int4; use convert_float4()
    w = w % u;                        // error: '%' cannot be applied to float4 and float4
    if (w) f = 1;                     // error: a condition must be a number or a pointer, not float4
    w = h[0].xy ? w : u;              // error: ?: on float4 needs a condition of integers of the same length
    int5 z;                           // error: unknown type 'int5'
    g[0] = w + u;
}
__kernel void widened(__global float2* v, __global char2* c, __global char* p, char a, bool b, int i, __constant char* q)
{
    v[0] = (float2)(float)i;
    v[1] = (float2)(float2)(1, 2) + ((float2)(float)(i + 1)).yx;
    c[0] = c[1] ? a : a;
    c[0] = c[1] ? a : i;              // error: ?: on int needs a condition of integers of the same length and size, not char2
    c[0] = c[1] ? b : b;              // error: ?: on int needs a condition
    vstore3(a, 0, p);
    vstore3(c[0], 0, p);              // error: argument 1 of vstore3() must be char3, not char2
    vstore3(p, 0, p);                 // error: argument 1 of vstore3() must be char3, not __global char*
    a = to_global(p)[0] + (to_local(p) == 0) + (get_fence(p) == CLK_GLOBAL_MEM_FENCE);
    a = to_private(q)[0];             // error: argument 1 of to_private() must be a pointer that is not to __constant memory, not __constant char*
    a = to_global(a);                 // error: argument 1 of to_global() must be a pointer, not char
}
