// CUDA functions that need no header.

// Integers
__device__ unsigned __brev(unsigned x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  x = (x >> 8 & 0x00ff00ffu) | (x & 0x00ff00ffu) << 8;
  return x >> 16 | x << 16;
}
__device__ unsigned long long __brevll(unsigned long long x) {
  return (unsigned long long)__brev((unsigned)x) << 32 | __brev((unsigned)(x >> 32));
}
__device__ unsigned __byte_perm(unsigned low, unsigned high, unsigned selector) {
  const unsigned long long bytes = (unsigned long long)high << 32 | low;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned chosen = selector >> 4 * i & 15;
    unsigned byte = (unsigned)(bytes >> 8 * (chosen & 7)) & 255;
    if (chosen & 8) byte = byte & 128 ? 255 : 0;
    result |= byte << 8 * i;
  }
  return result;
}
__device__ unsigned __funnelshift_l(unsigned low, unsigned high, unsigned bits) {
  return (unsigned)(((unsigned long long)high << 32 | low) << (bits & 31) >> 32);
}
__device__ unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned bits) {
  return bits >= 32 ? low : __funnelshift_l(low, high, bits);
}
__device__ unsigned __funnelshift_r(unsigned low, unsigned high, unsigned bits) {
  return (unsigned)(((unsigned long long)high << 32 | low) >> (bits & 31));
}
__device__ unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned bits) {
  return bits >= 32 ? high : __funnelshift_r(low, high, bits);
}
__device__ int __mul24(int a, int b) { return mul24(a, b); }
__device__ unsigned __umul24(unsigned a, unsigned b) { return mul24(a, b); }
__device__ int __mulhi(int a, int b) { return mul_hi(a, b); }
__device__ unsigned __umulhi(unsigned a, unsigned b) { return mul_hi(a, b); }
__device__ long long __mul64hi(long long a, long long b) { return mul_hi(a, b); }
__device__ unsigned long long __umul64hi(unsigned long long a, unsigned long long b) { return mul_hi(a, b); }
__device__ unsigned __sad(int a, int b, unsigned sum) { return (a < b ? (unsigned)b - a : (unsigned)a - b) + sum; }
__device__ unsigned __usad(unsigned a, unsigned b, unsigned sum) { return (a < b ? b - a : a - b) + sum; }
__device__ int __hadd(int a, int b) { return hadd(a, b); }
__device__ int __rhadd(int a, int b) { return rhadd(a, b); }
__device__ unsigned __uhadd(unsigned a, unsigned b) { return hadd(a, b); }
__device__ unsigned __urhadd(unsigned a, unsigned b) { return rhadd(a, b); }
__device__ unsigned __fns(unsigned mask, unsigned base, int offset) {
  if (offset == 0) return mask >> base & 1 ? base : 0xffffffffu;
  const int step = offset < 0 ? -1 : 1;
  int left = offset < 0 ? -offset : offset;
  for (int at = (int)base; at >= 0 && at < 32; at += step)
    if ((mask >> at & 1) && --left == 0) return (unsigned)at;
  return 0xffffffffu;
}

// Conversions. Conversions to integers saturate, as on the hardware.
#define LOCKSTEP_CONVERT(name, from, to, function) \
  __device__ to name##_rn(from x) { return convert_##function##_rte(x); } \
  __device__ to name##_rz(from x) { return convert_##function##_rtz(x); } \
  __device__ to name##_rd(from x) { return convert_##function##_rtn(x); } \
  __device__ to name##_ru(from x) { return convert_##function##_rtp(x); }
LOCKSTEP_CONVERT(__float2int, float, int, int_sat)
LOCKSTEP_CONVERT(__float2uint, float, unsigned, uint_sat)
LOCKSTEP_CONVERT(__float2ll, float, long long, long_sat)
LOCKSTEP_CONVERT(__float2ull, float, unsigned long long, ulong_sat)
LOCKSTEP_CONVERT(__double2int, double, int, int_sat)
LOCKSTEP_CONVERT(__double2uint, double, unsigned, uint_sat)
LOCKSTEP_CONVERT(__double2ll, double, long long, long_sat)
LOCKSTEP_CONVERT(__double2ull, double, unsigned long long, ulong_sat)
LOCKSTEP_CONVERT(__int2float, int, float, float)
LOCKSTEP_CONVERT(__uint2float, unsigned, float, float)
LOCKSTEP_CONVERT(__ll2float, long long, float, float)
LOCKSTEP_CONVERT(__ull2float, unsigned long long, float, float)
LOCKSTEP_CONVERT(__ll2double, long long, double, double)
LOCKSTEP_CONVERT(__ull2double, unsigned long long, double, double)
LOCKSTEP_CONVERT(__double2float, double, float, float)
#undef LOCKSTEP_CONVERT
__device__ double __int2double_rn(int x) { return x; }
__device__ double __uint2double_rn(unsigned x) { return x; }
__device__ int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
__device__ int __double2loint(double x) { return (int)__double_as_longlong(x); }
__device__ double __hiloint2double(int high, int low) {
  return __longlong_as_double((long long)high << 32 | (unsigned)low);
}

// Mathematics. The exact product of two floats can be represented as a double.
__device__ float __fmul_rz(float a, float b) { return __double2float_rz((double)a * b); }
__device__ float __fmul_ru(float a, float b) { return __double2float_ru((double)a * b); }
__device__ float __fmul_rd(float a, float b) { return __double2float_rd((double)a * b); }
__device__ double __fma_rn(double a, double b, double c) { return fma(a, b, c); }
__device__ double __dsqrt_rn(double x) { return sqrt(x); }
__device__ double __drcp_rn(double x) { return 1 / x; }
__device__ float __saturatef(float x) { return fminf(fmaxf(x, 0.0f), 1.0f); }
__device__ float fdividef(float a, float b) { return a / b; }
__device__ float rcbrtf(float x) { return 1 / cbrtf(x); }
__device__ double rcbrt(double x) { return 1 / cbrt(x); }
__device__ float nearbyintf(float x) { return rintf(x); }
__device__ double nearbyint(double x) { return rint(x); }
__device__ float scalbnf(float x, int n) { return ldexpf(x, n); }
__device__ double scalbn(double x, int n) { return ldexp(x, n); }
__device__ float scalblnf(float x, long n) { return ldexpf(x, (int)n); }
__device__ double scalbln(double x, long n) { return ldexp(x, (int)n); }
__device__ long lrintf(float x) { return (long)rintf(x); }
__device__ long lrint(double x) { return (long)rint(x); }
__device__ long long llrintf(float x) { return (long long)rintf(x); }
__device__ long long llrint(double x) { return (long long)rint(x); }
__device__ long lroundf(float x) { return (long)roundf(x); }
__device__ long lround(double x) { return (long)round(x); }
__device__ long long llroundf(float x) { return (long long)roundf(x); }
__device__ long long llround(double x) { return (long long)round(x); }
__device__ float rhypotf(float x, float y) { return 1 / hypotf(x, y); }
__device__ double rhypot(double x, double y) { return 1 / hypot(x, y); }
__device__ float norm3df(float a, float b, float c) { return hypotf(hypotf(a, b), c); }
__device__ double norm3d(double a, double b, double c) { return hypot(hypot(a, b), c); }
__device__ float norm4df(float a, float b, float c, float d) { return hypotf(hypotf(a, b), hypotf(c, d)); }
__device__ double norm4d(double a, double b, double c, double d) { return hypot(hypot(a, b), hypot(c, d)); }
__device__ float rnorm3df(float a, float b, float c) { return 1 / norm3df(a, b, c); }
__device__ double rnorm3d(double a, double b, double c) { return 1 / norm3d(a, b, c); }
__device__ float rnorm4df(float a, float b, float c, float d) { return 1 / norm4df(a, b, c, d); }
__device__ double rnorm4d(double a, double b, double c, double d) { return 1 / norm4d(a, b, c, d); }
__device__ double norm(int count, const double* a) {
  double length = 0;
  for (int i = 0; i < count; ++i) length = hypot(length, a[i]);
  return length;
}
__device__ float normf(int count, const float* a) {
  float length = 0;
  for (int i = 0; i < count; ++i) length = hypotf(length, a[i]);
  return length;
}
__device__ double rnorm(int count, const double* a) { return 1 / norm(count, a); }
__device__ float rnormf(int count, const float* a) { return 1 / normf(count, a); }
__device__ double normcdf(double x) { return erfc(-x * 0.70710678118654752440) / 2; }
__device__ float normcdff(float x) { return (float)normcdf((double)x); }
// Returns exp(x²) erfc(x); for large x, computes the first terms of its asymptotic series.
__device__ double erfcx(double x) {
  if (x < 25) return exp(x * x) * erfc(x);
  const double y = 1 / (2 * x * x);
  return 0.56418958354775628695 / x * (1 - y * (1 - 3 * y * (1 - 5 * y)));
}
__device__ float erfcxf(float x) { return (float)erfcx((double)x); }
// Returns the quantile of the normal distribution by Acklam's rational function and two Halley steps.
__device__ double normcdfinv(double p) {
  if (p <= 0 || p >= 1) return p == 0 ? -__builtin_inf() : p == 1 ? __builtin_inf() : __builtin_nan("");
  double x;
  const double tail = p < 0.5 ? p : 1 - p;
  if (tail < 0.02425) {
    const double q = sqrt(-2 * log(tail));
    x = (((((-7.784894002430293e-03 * q - 3.223964580411365e-01) * q - 2.400758277161838) * q -
           2.549732539343734) * q + 4.374664141464968) * q + 2.938163982698783) /
        ((((7.784695709041462e-03 * q + 3.224671290700398e-01) * q + 2.445134137142996) * q +
          3.754408661907416) * q + 1);
    if (p > 0.5) x = -x;
  } else {
    const double q = p - 0.5;
    const double r = q * q;
    x = (((((-3.969683028665376e+01 * r + 2.209460984245205e+02) * r - 2.759285104469687e+02) * r +
           1.383577518672690e+02) * r - 3.066479806614716e+01) * r + 2.506628277459239) * q /
        (((((-5.447609879822406e+01 * r + 1.615858368580409e+02) * r - 1.556989798598866e+02) * r +
           6.680131188771972e+01) * r - 1.328068155288572e+01) * r + 1);
  }
  for (int i = 0; i < 2; ++i) {
    const double u = (normcdf(x) - p) * 2.50662827463100050242 * exp(x * x / 2);
    x -= u / (1 + x * u / 2);
  }
  return x;
}
__device__ float normcdfinvf(float p) { return (float)normcdfinv((double)p); }
__device__ double erfcinv(double y) { return -normcdfinv(y / 2) * 0.70710678118654752440; }
__device__ float erfcinvf(float y) { return (float)erfcinv((double)y); }
__device__ double erfinv(double y) {
  double x = normcdfinv((y + 1) / 2) * 0.70710678118654752440;
  if (fabs(y) < 0.9) x -= (erf(x) - y) * 0.88622692545275801365 * exp(x * x);
  return x;
}
__device__ float erfinvf(float y) { return (float)erfinv((double)y); }
__device__ void sincosf(float x, float* sine, float* cosine) {
  *sine = sinf(x);
  *cosine = cosf(x);
}
__device__ void __sincosf(float x, float* sine, float* cosine) {
  *sine = sinf(x);
  *cosine = cosf(x);
}
__device__ void sincos(double x, double* sine, double* cosine) {
  *sine = sin(x);
  *cosine = cos(x);
}
__device__ void sincospif(float x, float* sine, float* cosine) {
  *sine = sinpif(x);
  *cosine = cospif(x);
}
__device__ void sincospi(double x, double* sine, double* cosine) {
  *sine = sinpi(x);
  *cosine = cospi(x);
}

__device__ void __nanosleep(unsigned nanoseconds) {}

// Memory, byte by byte
__device__ void* memcpy(void* to, const void* from, unsigned long bytes) {
  for (unsigned long i = 0; i < bytes; ++i) ((char*)to)[i] = ((const char*)from)[i];
  return to;
}
__device__ void* memset(void* to, int value, unsigned long bytes) {
  for (unsigned long i = 0; i < bytes; ++i) ((char*)to)[i] = (char)value;
  return to;
}
