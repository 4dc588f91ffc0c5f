// Address spaces and writable objects.
int program;                                     // error: a variable outside of functions must be __constant
__constant int empty;                            // error: a __constant variable needs an initial value
__constant int from_call = get_work_dim();       // error: must be a constant expression
void helper() { __local int s[4]; }              // error: a __local variable can only be declared in a kernel
__kernel int gives() { return 1; }               // error: kernel 'gives' must return void
__kernel void bare(int* p) {}                    // error: a pointer argument of a kernel must be __global, __constant or __local
__constant int table[2] = {1, 2, 3};             // warning: excess value in the initialiser of int[2] is ignored
__kernel void memory(__global int* g, __local int* l, __constant int* c, const __global int* r)
{
    __local int s = 1;                           // error: a __local variable cannot have an initial value
    __global int x;                              // error: a variable inside a function cannot be __global
    g = l;                                       // error: the address spaces differ
    c[0] = 1;                                    // error: constant memory cannot be written
    r[0] = 1;                                    // error: this is const and cannot be assigned
    int* p = g;                                  // error: the address spaces differ
    g[0].x = 1;                                  // error: int has no members
    *g[0] = 1;                                   // error: '*' needs a pointer, not int
}
