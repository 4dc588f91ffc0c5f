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
