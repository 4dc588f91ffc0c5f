// Unsupported constructs are reported by name, at their place.
__kernel void samples(read_only image2d_msaa_t i) {}       // error: images with several samples are not supported: image2d_msaa_t
__kernel void depth(image2d_depth_t i) {}                  // error: depth images are not supported: image2d_depth_t
__kernel void both(read_write image2d_t i) {}              // error: read_write images need OpenCL C 2.0
__kernel void pipes(pipe int p) {}                         // error: pipes are not supported: pipe
void queue(queue_t q) {}                                   // error: device-side enqueue is not supported: queue_t
void inlined() { __asm__("nop"); }                         // error: inline assembly is not supported
void sized(int n) { int a[n]; }                            // error: variable-length arrays are not supported
struct fields { int a : 3; };                              // error: bit-fields are not supported
void pointer(int (*f)(int)) {}                             // error: function pointers are not supported
void dots(int a, ...) {}                                   // error: variadic functions are not supported
void statics() { static int x; }                           // error: static variables in functions need OpenCL C 2.0
void duff(int n) { switch (n) { case 0: if (n) { case 1: n = 2; } } }   // error: 'case' inside another statement
