// What CUDA C++ has and this front end does not, each with its own sentence.
#include <vector>
int host_count = 3;
int host_function(int x) { return x + 1; }
struct OfHost { std::vector<int> values; };
struct Base { int a; };
struct Derived : Base { __device__ int f() { return 1; } };
__device__ int of_derived(Derived d) { return d.f(); }  // error: 'Derived' cannot be used in a kernel: base classes are not supported
struct Virtual { __device__ virtual int f() { return 1; } };  // error: virtual functions are not supported
template <class... Ts> __device__ void any_number(Ts... values) {}  // error: variadic templates are not supported
template <class T> struct Part { T a; };
template <class T> struct Part<T*> { T a; };  // error: partial specialisations are not supported

__global__ int returns_value(int* out) { return 1; }  // error: must return void
__global__ void takes_reference(int& out) {}          // error: a kernel cannot take a reference
__global__ void child(int* out) {}

__global__ void refused(int* out, float4 v)
{
    out[0] = host_count;                // error: 'host_count' is a variable of the host
    out[1] = host_function(1);          // error: 'host_function' is a function of the host; write __device__ before it
    OfHost h;                           // error: 'OfHost' cannot be used in a kernel
    child<<<1, 1>>>(out);               // error: launches from kernels (dynamic parallelism) are not supported
    child(out);                         // error: 'child' is a kernel
    cudaMalloc(out, 4);                 // error: functions and types of the CUDA runtime belong to the host
    cudaTextureObject_t texture;        // error: textures are not supported
    asm volatile("bar.sync 0;");        // error: inline PTX is not supported
    throw 1;                            // error: exceptions are not supported in kernels
    int* p = new int[4];                // error: new and delete are not supported in kernels
    auto f = [x = 1](int y) { return y; };  // error: this capture is not supported
    int local = out[0];
    auto g = [](int x) { return x + local; };  // error: the lambda does not capture this variable; write [=] or [&]
    auto [a, b] = v;                    // error: structured bindings are not supported
    int all[3] = {};
    for (int x : all) out[0] += x;      // error: range-based for loops are not supported; count with an index
}
