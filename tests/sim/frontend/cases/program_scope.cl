// options: -cl-std=CL3.0
// Variables in global memory, from OpenCL C 2.0 on.
global int counter = 0;
__global float table[4] = {1, 2};
static int seen;
const int limit = 8;
extern int later;
extern int missing;                              // error: 'missing' is declared extern but not defined
int later = 3;
int later;                                       // error: 'later' is declared twice
constant float weight = 2;
extern constant float weight;
extern constant int weights[];
constant int weights[2] = {1, 2};
extern constant struct hidden* nobody;           // error: 'nobody' is declared extern but not defined
extern constant struct hidden nowhere;           // error: 'nowhere' is declared extern but not defined
extern constant int weight;                      // error: 'weight' is declared twice
constant float weight = 3;                       // error: 'weight' is declared twice
constant float empty;                            // error: a __constant variable needs an initial value
global int* where = &counter;
global int from_call = get_work_dim();           // error: the initial value of a program-scope variable must be a constant expression
local int shared;                                // error: a variable outside of functions must be __constant or __global
__auto_type x = 3;                               // error: __auto_type is only possible for variables inside functions
__kernel void k(__global int* out)
{
    static int launches;
    __global int inside;                         // error: a variable inside a function cannot be __global
    __auto_type p = out + limit;
    __auto_type nothing;                         // error: __auto_type needs an initial value
    __auto_type *q = out;                        // error: __auto_type must be followed by a name
    limit = 3;                                   // error: this is const and cannot be assigned
    launches += counter;
    *p = launches + seen + (int)table[0] + *where + later + missing;
}
