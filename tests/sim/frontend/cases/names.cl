__kernel void names(__global int *data, int count)
{
    int a = cuont;            // error: unknown identifier 'cuont'; did you mean 'count'?
    data[get_globl_id(0)] = a;  // error: unknown function 'get_globl_id'; did you mean 'get_global_id'?
    flaot b;                  // error: unknown type 'flaot'; did you mean 'float'?
    int a = 2;                // error: 'a' is declared twice in this block
    count();                  // error: this is not a function
    helper(1);                // error: unknown function 'helper'
    {
        int a = 3;
        data[0] = a;
    }
}
int count_up(int x) { return count_up(x); }   // error: OpenCL C does not allow recursion: 'count_up' calls itself
int twice(int x) { return 2 * x; }
int twice(int x) { return x + x; }            // error: function 'twice' is defined twice
float twice(int x);                           // error: 'twice' is declared twice, with different types
