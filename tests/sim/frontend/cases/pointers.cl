// A pointer is no number and a number is no pointer, unless a cast says so.
__kernel void pointers(__global int* sum, __global int* a)
{
    __local int buf[4];
    atomic_add(sum, buf);           // error: cannot convert __local int* to int in argument 2 of atomic_add(); write buf[0] for the value that it points to
    int x = a;                      // error: cannot convert __global int* to int
    x = sum;                        // error: cannot convert __global int* to int
    __global int* p = 4;            // error: cannot convert int to __global int*
    __global int* q = 0;
    ulong address = (ulong)a;
    x = sum[0] + (q == 0) + (address != 0);
}
void last(int a,) {}                // error: a parameter is missing after ','
int two(int a, int b) { return a + b; }
void call() { int x = two(1, 2,); } // error: an argument is missing after ','
