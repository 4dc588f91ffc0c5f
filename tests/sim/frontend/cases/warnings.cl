__kernel void warnings(__global int* g, __global float* f, const __global int* r)
{
    if (g[0]) {
        __local int inner[4];   // warning: a __local variable should be declared at kernel scope
        inner[0] = 1;
    }
    g = f;                      // warning: __global float* is converted to __global int* in this assignment without a cast
    g = r;                      // warning: discards a qualifier
}
#define TWICE 1
#define TWICE 2                 // warning: macro 'TWICE' is redefined with a different body
int elsewhere(int x);
int through(int x) { return elsewhere(x); }   // warning: function 'elsewhere' is declared but not defined; the kernels that call this function are omitted
__kernel void left_out(__global int* g) { g[0] = through(1); }
