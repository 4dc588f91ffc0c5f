# 1 "preprocessed.cl"
# 1 "<built-in>" 1
// Extensions that other compilers accept and that their kernels use.
#ident "version"
#if __has_builtin(__builtin_expect) && !__has_feature(modules) && !__has_include("nowhere.h")
#define ASKED 1
#endif
_Static_assert(sizeof(int) == 4 && ASKED, "an int has 4 bytes");
_Static_assert(sizeof(char) == 2, "a char has 2");   // error: static assertion failed: a char has 2
struct loose { int a;; _Static_assert(1); int b; };
int printf(__constant const char* restrict format, ...);
int later(int x);
int earlier(int x) {
    int later(int);          // the function at program scope
    return later(x);
}
int later(int x) { return x; }
__kernel void accepted(__global int* out, int pipe)
{
    _Alignas(16) int wide = pipe;
    _Alignas(float4) char bytes[16];
    bytes[0] = 2.0L;
    int two[2] = {1, 2, 3};  // warning: excess value in the initialiser of int[2] is ignored
    int one = {1, 2};        // warning: int takes one value; the others are ignored
    printf("%s %s %s %s", __func__, __FUNCTION__, __DATE__, __TIME__);
    switch (wide) {
        case 1 ... 5: break;
        case 5: break;       // error: duplicate case in this switch
        case -3 ... 0: break;
    }
    out[0] = __alignof__(float4) + __alignof(int) + _Alignof(double) + wide + bytes[0] + two[0] + one + earlier(1);
}
__kernel void ranks(__global uchar4* b, __global int4* i, __global float4* f, __global float* s, int n, uint u, double d)
{
    b[0] = b[1] + n;         // error: '+' cannot be applied to uchar4 and int: the scalar's rank is greater than that of the vector's components; write (uchar) before the scalar
    b[0] *= 2;               // error: the scalar's rank is greater
    i[0] = i[1] + u;         // error: the scalar's rank is greater
    i[0] = i[1] * 2.0f;      // error: the scalar's rank is greater
    f[0] = f[1] * d;         // error: the scalar's rank is greater
    f[0] = f[1] * 2.0;       // error: the scalar's rank is greater
    i[0] = 2 << i[1];        // error: '<<' cannot be applied to int and int4
    f[0] = f[1] * 2 + n - u;
    b[0] = (uchar)n / b[1];
    i[0] = i[1] + n * 2 >> u;
    i[0] = i[1] > 3 ? i[2] : 4;
    f[0] = n;
    s[0] = s[1] ? 1 : 2;     // error: the condition of ?: cannot be float; compare it with 0
}
void unknown_label() { goto nowhere; }                   // error: there is no label 'nowhere' in this function
void two_labels() { twice: ; twice: ; }                  // error: label 'twice' is defined twice in this function
int jump_out() { int x = ({ goto end; 1; }); end: return x; }   // error: goto inside a statement expression ({ … }) is not supported
void foreign(int x, float f, __global float4* v)
{
    if (__builtin_expect(x, 1)) x = __builtin_popcountll(x) + __builtin_clz(x) + __builtin_constant_p(3);
    f = __builtin_sqrtf(f) + __builtin_fmaxf(f, __builtin_inff()) + __builtin_astype(x, float);
    v[0] = __builtin_convertvector((int4)(x), float4);
    __builtin_assume(x > 0);
    x = ({ int y = x; y + 1; });
    __builtin_magic(x);                                  // error: compiler-specific functions are not supported: __builtin_magic
}
__attribute__((__noinline__, __unknown__(1, "a"))) int attributed(int x) __attribute__((__const__, nothrow));
int __attribute__((__forceinline__)) attributed(int x) { return x; }
__attribute__((__vec_type_hint__(float4))) __kernel void attributes(__global int* p __attribute__((unused)))
{
    __attribute__((opencl_unroll_hint(4))) for (int i = 0; i < 2; ++i) p[i] = attributed(i);
    __attribute__((__opencl_unroll_hint__)) while (p[0]--) p[1]++;
    __local int shared __attribute__((__aligned__(16)));
    shared = 1;
    p[2] = shared;
}
