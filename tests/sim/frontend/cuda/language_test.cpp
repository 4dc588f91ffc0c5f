// The results of constructs of CUDA C++: each construct writes its results to `out`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/frontend/frontend.hpp"
#include "tests/sim/frontend/cuda/cuda_run.hpp"

namespace lockstep::sim {
namespace {

// `before` declares, `body` is the kernel's; thread 0 of one warp runs it.
std::vector<int> results(const std::string& before, const std::string& body, std::size_t count) {
  const CudaRun run =
      run_cuda(before + "__global__ void k(int* out, const int* in) {\n  if (threadIdx.x > 0) return;\n" +
                   body + "\n}\n",
               32);
  for (const Finding& finding : run.findings) ADD_FAILURE() << finding.message;
  return {run.out.begin(), run.out.begin() + static_cast<std::ptrdiff_t>(count)};
}

using testing::ElementsAre;

TEST(CudaLanguage, ReferencesChangeWhatTheyReferTo) {
  EXPECT_THAT(
      results("template <class T> __device__ void exchange(T& a, T& b) { T kept = a; a = b; b = kept; }\n"
              "__device__ int& larger(int& a, int& b) { return a < b ? b : a; }\n"
              "__device__ int twice(const int& x) { return 2 * x; }\n",
              "int a = 1, b = 2; exchange(a, b); larger(a, b) += 10;\n"
              "auto& first = out[3]; first = 7; int4 v{1, 2, 3, 4}; exchange(v.x, v.w);\n"
              "out[0] = a; out[1] = b; out[2] = twice(a + b); out[4] = v.x; out[5] = v.w;",
              6),
      ElementsAre(12, 1, 26, 7, 4, 1));
}

TEST(CudaLanguage, ConstexprFunctionsOfConstantsAreConstants) {
  EXPECT_THAT(
      results(
          "__host__ __device__ constexpr int padded(int n) { return n + n / 32; }\n"
          "constexpr int steps(int n) { if (n == 1024) return 10; return n > 1 ? 1 : 0; }\n"
          "template <int N> struct Bytes { static constexpr int value = 4 * padded(N); };\n",
          "__shared__ int s[padded(64)]; constexpr int k = steps(1024);\n"
          "switch (in[0] + 10) { case steps(1024): out[0] = 1; break; default: out[0] = 0; }\n"
          "out[1] = sizeof s / sizeof s[0]; out[2] = k; out[3] = Bytes<32>::value; s[0] = 7; out[4] = s[0];",
          5),
      ElementsAre(1, 66, 10, 132, 7));
}

TEST(CudaLanguage, TemplatesAreReadForEachListOfArguments) {
  EXPECT_THAT(
      results(
          "template <int K> struct Factorial { static constexpr int value = K * Factorial<K - 1>::value; };\n"
          "template <> struct Factorial<0> { static constexpr int value = 1; };\n"
          "template <class T> __device__ int bytes(const T*) { return sizeof(T); }\n"
          "template <class T> __device__ int kind(T) { return 0; }\n"
          "template <> __device__ int kind<float>(float) { return 1; }\n"
          "template <bool b> __device__ int chosen() { if constexpr (b) return 1; else return no_such_name; "
          "}\n"
          "template <class T, int N = 3> __device__ T times(T x) { return x * N; }\n",
          "double d[1]; out[0] = Factorial<5>::value; out[1] = bytes(d); out[2] = bytes(out);\n"
          "out[3] = kind(1) + 10 * kind(1.0f); out[4] = chosen<true>(); out[5] = times(5) + times<int, "
          "10>(1);",
          6),
      ElementsAre(120, 8, 4, 10, 1, 25));
}

TEST(CudaLanguage, ClassesHaveConstructorsOperatorsAndConversions) {
  EXPECT_THAT(
      results(
          "struct Fraction {\n  int n, d = 1;\n  __device__ Fraction() : n(0) {}\n"
          "  __device__ Fraction(int a, int b = 2) : n(a), d(b) {}\n"
          "  __device__ Fraction operator*(const Fraction& o) const { return Fraction(n * o.n, d * o.d); }\n"
          "  __device__ Fraction& operator+=(int x) { n += x * d; return *this; }\n"
          "  __device__ bool operator<(const Fraction& o) const { return n * o.d < o.n * d; }\n"
          "  __device__ operator float() const { return (float)n / d; }\n"
          "  __device__ int& operator[](int i) { return i == 0 ? n : d; }\n};\n"
          "__device__ Fraction operator-(const Fraction& a) { return {-a.n, a.d}; }\n",
          "Fraction zero, a(3), b{1, 4}; Fraction c = a * b; c += 2; c[1] = 16;\n"
          "out[0] = zero.n + 10 * zero.d; out[1] = c.n; out[2] = c.d; out[3] = b < a;\n"
          "float f = a; out[4] = (int)(10 * f); out[5] = (-b).n; out[6] = Fraction(4, 2) * 3 < 7.0f;",
          7),
      ElementsAre(10, 19, 16, 1, 15, -1, 1));
}

TEST(CudaLanguage, OverloadsAreChosenByTheirArguments) {
  EXPECT_THAT(
      results("__device__ int f(int) { return 1; }\n__device__ int f(float) { return 2; }\n"
              "__device__ int f(const int*) { return 3; }\n__device__ int f(int, int b = 5) { return b; }\n"
              "template <class T> __device__ int f(T*, T) { return 4; }\n",
              "out[0] = f(1.0f); out[1] = f(in); out[2] = f(1, 6); out[3] = f(out, 1);", 4),
      ElementsAre(2, 3, 6, 4));
}

TEST(CudaLanguage, LambdasKeepWhatTheyCapture) {
  EXPECT_THAT(results("template <class F> __device__ int applied(F f, int x) { return f(x); }\n",
                      "int sum = 0, factor = 3; const auto scaled = [=](int x) { return factor * x; };\n"
                      "auto add = [&sum](int x) { sum += x; }; factor = 100; add(4); add(5);\n"
                      "out[0] = scaled(2); out[1] = sum; out[2] = applied([](int x) { return x + 1; }, 9);\n"
                      "out[3] = applied(scaled, 5);",
                      4),
              ElementsAre(6, 9, 10, 15));
}

TEST(CudaLanguage, ExtentsThatAreLeftOutAreOne) {
  EXPECT_THAT(
      results("",
              "dim3 a, b(2), c = {3, 4}; out[0] = a.x + a.y + a.z; out[1] = b.x * 100 + b.y * 10 + b.z;\n"
              "out[2] = c.x * 100 + c.y * 10 + c.z; out[3] = dim3(blockDim).x;",
              4),
      ElementsAre(3, 211, 341, 32));
}

TEST(CudaLanguage, DefaultsCastsAndConstants) {
  EXPECT_THAT(
      results(
          "const int kCount = 4;\n__constant__ int table[kCount] = {5, 6, 7, 8};\n"
          "enum class Mode : int { plain, fancy = 6 };\n"
          "__device__ int add(int a, int b = 10, int c = kCount) { return a + b + c; }\n"
          "__device__ auto half_of(int x) -> float { return x / 2.0f; }\n",
          "const int* p = table; out[0] = add(1) + add(1, 2); out[1] = static_cast<int>(half_of(7) * 2);\n"
          "out[2] = p[3]; out[3] = (int)Mode::fancy; out[4] = *reinterpret_cast<const int*>(&p[1]);\n"
          "out[5] = int(3.9f) + unsigned(2); out[6] = 1 << 4 >> 2;",
          7),
      ElementsAre(22, 7, 8, 6, 6, 5, 4));
}

TEST(CudaLanguage, AnAssignmentIsTheObjectThatItAssignsTo) {
  const CudaRun run = run_cuda(R"(
__device__ inline int2& operator+=(int2& a, int2 b) { return a = make_int2(a.x + b.x, a.y + b.y); }
__device__ int& grown(int& x) { return x += 2; }
__device__ int& next(int& x) { return ++x; }
__global__ void k(int* out, const int* in) {
  int2 sum = make_int2(1, 2);
  (sum += make_int2(3, 4)) += make_int2(5, 6);
  out[0] = sum.x;
  out[1] = sum.y;
  int x = 1;
  grown(x) *= 10;
  next(x) += 100;
  out[2] = x;
})",
                               1);
  EXPECT_THAT(std::vector<int>(run.out.begin(), run.out.begin() + 3), ElementsAre(9, 12, 131));
}

// Searches of the host's part and instances of templates have limits.
TEST(CudaLanguage, LargeTextEndsInTime) {
  const auto repeated = [](const std::string& text, int times) {
    std::string result;
    for (int i = 0; i < times; ++i) result += text;
    return result;
  };
  const std::string kernel = "__global__ void k(int* p) { p[0] = 1; }\n";
  const auto analysed = [&](const std::string& text) {
    return language::analyse({"large.cu", text, ""}, "");
  };
  EXPECT_TRUE(analysed(kernel + "int host() { return " + repeated("k<", 100'000) + "1; }"));
  EXPECT_TRUE(analysed(kernel + "int host() { " + repeated("k<<<1, 1>>>(", 50'000) + "; }"));
  EXPECT_TRUE(analysed(kernel + "int host() { " + repeated("k<<<n, n>>>(n);", 20'000) + " }"));
  const auto wide =
      analysed("template <int N> __device__ int f(int x) { " + repeated("x += N;", 2'000) +
               " return N > 0 ? f<N - 1>(x) : x; }\n" + "__global__ void k(int* p) { p[0] = f<900>(0); }\n");
  ASSERT_FALSE(wide);
  EXPECT_THAT(wide.error().message, testing::HasSubstr("too large in total"));
}

}  // namespace
}  // namespace lockstep::sim
