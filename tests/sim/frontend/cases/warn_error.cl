// options: -Werror
__kernel void strict(__global int* g)
{
    int nobody;                                          // error: variable 'nobody' is not used; remove it [-Werror,-Wunused-variable]
    g[0] = 1;
}
