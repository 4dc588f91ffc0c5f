// options: -w
__kernel void silent(__global int* g) { int nobody; int a = g[0]; if (a = 1) g[0] = a; a + 1; }
