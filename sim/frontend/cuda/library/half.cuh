// Functions of half and half2. The type half and its operators are built into the front end.
__device__ float __half2float(half x) { return x; }
__device__ half __float2half(float x) { return (half)x; }
__device__ half __float2half_rn(float x) { return (half)x; }
__device__ half __double2half(double x) { return (half)x; }
__device__ int __half2int_rn(half x) { return convert_int_sat_rte((float)x); }
__device__ int __half2int_rz(half x) { return convert_int_sat_rtz((float)x); }
__device__ unsigned __half2uint_rn(half x) { return convert_uint_sat_rte((float)x); }
__device__ unsigned __half2uint_rz(half x) { return convert_uint_sat_rtz((float)x); }
__device__ half __int2half_rn(int x) { return (half)x; }
__device__ half __uint2half_rn(unsigned x) { return (half)x; }
__device__ short __half_as_short(half x) { return as_short(x); }
__device__ unsigned short __half_as_ushort(half x) { return as_ushort(x); }
__device__ half __short_as_half(short x) { return as_half(x); }
__device__ half __ushort_as_half(unsigned short x) { return as_half(x); }

__device__ half __hadd(half a, half b) { return a + b; }
__device__ half __hsub(half a, half b) { return a - b; }
__device__ half __hmul(half a, half b) { return a * b; }
__device__ half __hdiv(half a, half b) { return a / b; }
__device__ half __hneg(half a) { return -a; }
__device__ half __habs(half a) { return a < (half)0.0f ? -a : a; }
// The product of two halves is exact in double, and so is nearly every sum with a third half.
__device__ half __hfma(half a, half b, half c) { return (half)((double)a * b + c); }
__device__ half __hmax(half a, half b) { return (half)fmaxf(a, b); }
__device__ half __hmin(half a, half b) { return (half)fminf(a, b); }
__device__ bool __heq(half a, half b) { return a == b; }
__device__ bool __hne(half a, half b) { return a != b; }
__device__ bool __hlt(half a, half b) { return a < b; }
__device__ bool __hle(half a, half b) { return a <= b; }
__device__ bool __hgt(half a, half b) { return a > b; }
__device__ bool __hge(half a, half b) { return a >= b; }
__device__ bool __hisnan(half a) { return isnan((float)a); }
__device__ int __hisinf(half a) { return isinf((float)a) ? (a > (half)0.0f ? 1 : -1) : 0; }
__device__ half hsqrt(half x) { return (half)sqrtf(x); }
__device__ half hrsqrt(half x) { return (half)rsqrtf(x); }
__device__ half hrcp(half x) { return (half)(1 / (float)x); }
__device__ half hexp(half x) { return (half)expf(x); }
__device__ half hexp2(half x) { return (half)exp2f(x); }
__device__ half hlog(half x) { return (half)logf(x); }
__device__ half hlog2(half x) { return (half)log2f(x); }
__device__ half hsin(half x) { return (half)sinf(x); }
__device__ half hcos(half x) { return (half)cosf(x); }
__device__ half hfloor(half x) { return (half)floorf(x); }
__device__ half hceil(half x) { return (half)ceilf(x); }
__device__ half hrint(half x) { return (half)rintf(x); }
__device__ half htrunc(half x) { return (half)truncf(x); }

__device__ half2 __halves2half2(half a, half b) { return make_half2(a, b); }
__device__ half2 __half2half2(half a) { return make_half2(a, a); }
__device__ half2 __float2half2_rn(float x) { return make_half2((half)x, (half)x); }
__device__ half2 __floats2half2_rn(float a, float b) { return make_half2((half)a, (half)b); }
__device__ half2 __float22half2_rn(float2 a) { return make_half2((half)a.x, (half)a.y); }
__device__ float2 __half22float2(half2 a) { return make_float2(a.x, a.y); }
__device__ half __low2half(half2 a) { return a.x; }
__device__ half __high2half(half2 a) { return a.y; }
__device__ float __low2float(half2 a) { return a.x; }
__device__ float __high2float(half2 a) { return a.y; }
__device__ half2 __low2half2(half2 a) { return make_half2(a.x, a.x); }
__device__ half2 __high2half2(half2 a) { return make_half2(a.y, a.y); }
__device__ half2 __lowhigh2highlow(half2 a) { return make_half2(a.y, a.x); }
__device__ half2 __hadd2(half2 a, half2 b) { return make_half2(a.x + b.x, a.y + b.y); }
__device__ half2 __hsub2(half2 a, half2 b) { return make_half2(a.x - b.x, a.y - b.y); }
__device__ half2 __hmul2(half2 a, half2 b) { return make_half2(a.x * b.x, a.y * b.y); }
__device__ half2 __h2div(half2 a, half2 b) { return make_half2(a.x / b.x, a.y / b.y); }
__device__ half2 __hneg2(half2 a) { return make_half2(-a.x, -a.y); }
__device__ half2 __hfma2(half2 a, half2 b, half2 c) {
  return make_half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}
__device__ half2 __hmax2(half2 a, half2 b) { return make_half2(__hmax(a.x, b.x), __hmax(a.y, b.y)); }
__device__ half2 __hmin2(half2 a, half2 b) { return make_half2(__hmin(a.x, b.x), __hmin(a.y, b.y)); }
__device__ half2 operator+(half2 a, half2 b) { return __hadd2(a, b); }
__device__ half2 operator-(half2 a, half2 b) { return __hsub2(a, b); }
__device__ half2 operator*(half2 a, half2 b) { return __hmul2(a, b); }
__device__ half2 operator/(half2 a, half2 b) { return __h2div(a, b); }
__device__ half2 operator-(half2 a) { return __hneg2(a); }
