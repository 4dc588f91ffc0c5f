#include "sim/translation/to_cuda/cuda_definitions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lockstep::sim::translation {
namespace {

constexpr std::array<std::string_view, 11> kElements{"char", "uchar", "short", "ushort", "int", "uint",
                                                     "long", "ulong", "float", "double", "half"};

struct Helper {
  std::string_view name, includes, text;
};

constexpr Helper kHelpers[] = {
    {"block_position", "",
     "__device__ inline unsigned block_position()\n"
     "{\n"
     "    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;\n"
     "}\n"},
    {"select_where", "",
     "template <class T, class C> __device__ inline T select_where(T otherwise, T then, C condition)\n"
     "{\n"
     "    return condition ? then : otherwise;\n"
     "}\n"},
    {"count_bits", "",
     "template <class T> __device__ inline T count_bits(T x)\n"
     "{\n"
     "    return __popcll((unsigned long long)x & (~0ull >> (64 - 8 * sizeof(T))));\n"
     "}\n"},
    {"count_leading_zeros", "",
     "template <class T> __device__ inline T count_leading_zeros(T x)\n"
     "{\n"
     "    return __clzll((unsigned long long)x & (~0ull >> (64 - 8 * sizeof(T)))) - (64 - 8 * sizeof(T));\n"
     "}\n"},
    {"bits_as", "",
     "template <class To, class From> __device__ inline To bits_as(From x)\n"
     "{\n"
     "    static_assert(sizeof(To) == sizeof(From), \"both types have the same size\");\n"
     "    To bits;\n"
     "    memcpy(&bits, &x, sizeof bits);\n"
     "    return bits;\n"
     "}\n"},
    {"vector_of", "",
     "template <class T, int N> struct vector_of;\n"
     "#define VECTORS_OF(T) \\\n"
     "    template <> struct vector_of<T, 2> { typedef T##2 type; }; \\\n"
     "    template <> struct vector_of<T, 4> { typedef T##4 type; };\n"
     "VECTORS_OF(char) VECTORS_OF(uchar) VECTORS_OF(short) VECTORS_OF(ushort) VECTORS_OF(int)\n"
     "VECTORS_OF(uint) VECTORS_OF(long) VECTORS_OF(ulong) VECTORS_OF(float) VECTORS_OF(double)\n"
     "template <int N, class T> __device__ inline typename vector_of<T, N>::type load_vector(size_t i, const "
     "T *from)\n"
     "{\n"
     "    typename vector_of<T, N>::type x;  // the address need not be aligned to the vector\n"
     "    memcpy(&x, from + i * N, sizeof x);\n"
     "    return x;\n"
     "}\n"
     "template <int N, class V, class T> __device__ inline void store_vector(V x, size_t i, T *to)\n"
     "{\n"
     "    memcpy(to + i * N, &x, sizeof x);\n"
     "}\n"},
    {"convert_components", "",
     "template <class To, class From> __device__ inline To convert_components(From v)\n"
     "{\n"
     "    To to;\n"
     "    to.x = v.x;\n"
     "    to.y = v.y;\n"
     "    if constexpr (sizeof(To) == 4 * sizeof(to.x)) {\n"
     "        to.z = v.z;\n"
     "        to.w = v.w;\n"
     "    }\n"
     "    return to;\n"
     "}\n"},
    {"swizzle", "",
     "template <int i, class V> __device__ inline auto component_of(V v)\n"
     "{\n"
     "    if constexpr (i == 0) return v.x;\n"
     "    else if constexpr (i == 1) return v.y;\n"
     "    else if constexpr (i == 2) return v.z;\n"
     "    else return v.w;\n"
     "}\n"
     "template <int a, int b, int c, int d, class V> __device__ inline V swizzle(V v)\n"
     "{\n"
     "    return {component_of<a>(v), component_of<b>(v), component_of<c>(v), component_of<d>(v)};\n"
     "}\n"},
    {"plain_pointer", "",
     "template <class T> __device__ inline T *plain_pointer(volatile T *p)  // for CUDA's atomics\n"
     "{\n"
     "    return (T *)p;\n"
     "}\n"},
    {"atomic_at", "#include <cuda/atomic>\n",
     "template <cuda::thread_scope S, class T> __device__ inline cuda::atomic_ref<T, S> atomic_at(T *p)\n"
     "{\n"
     "    return cuda::atomic_ref<T, S>(*p);\n"
     "}\n"},
    {"compare_and_swap", "",
     "template <class T, class A, class B> __device__ inline T compare_and_swap(T *p, A expected, B wanted)\n"
     "{\n"
     "    typedef unsigned long long bits;\n"
     "    return (T)atomicCAS((bits *)p, (bits)(T)expected, (bits)(T)wanted);\n"
     "}\n"},
    {"cooperative",
     "#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\n"
     "#include <cooperative_groups/scan.h>\n",
     "namespace cg = cooperative_groups;\n"
     "using cg::plus;\n"
     "using cg::less;\n"
     "using cg::greater;\n"},
    {"warp_total", "",
     "template <template <class> class Op, class T> __device__ inline T warp_total(T x)\n"
     "{\n"
     "    return cg::reduce(cg::tiled_partition<32>(cg::this_thread_block()), x, Op<T>());\n"
     "}\n"},
    {"warp_scan", "",
     "template <template <class> class Op, class T> __device__ inline T warp_scan(T x)\n"
     "{\n"
     "    return cg::inclusive_scan(cg::tiled_partition<32>(cg::this_thread_block()), x, Op<T>());\n"
     "}\n"},
    {"warp_scan_before", "",
     "template <template <class> class Op, class T> __device__ inline T warp_scan_before(T x)\n"
     "{\n"
     "    return cg::exclusive_scan(cg::tiled_partition<32>(cg::this_thread_block()), x, Op<T>());\n"
     "}\n"},
};

std::string typedef_line(std::string_view type) {
  if (type.starts_with("atomic_")) return fmt::format("typedef {} {};\n", type.substr(7), type);
  if (type == "uchar") return "typedef unsigned char uchar;\n";
  if (type == "ushort") return "typedef unsigned short ushort;\n";
  if (type == "uint") return "typedef unsigned int uint;\n";
  if (type == "ulong") return "typedef unsigned long ulong;\n";
  return {};
}

std::string_view components(std::string_view vector) {
  return vector.ends_with('4') ? std::string_view("xyzw") : std::string_view("xy");
}

// Repeats the text for each component of the vector, such as "x1(a.x), x1(a.y)"; $ stands for the component.
std::string each_component(std::string_view vector, std::string_view text) {
  std::string all;
  for (const char component : components(vector)) {
    if (!all.empty()) all += ", ";
    for (const char c : text) all += c == '$' ? component : c;
  }
  return all;
}

bool is_bitwise(std::string_view op) { return op == "&" || op == "|" || op == "^"; }

std::string vector_functions(std::string_view vector, const CudaNeeds& needs) {
  const std::string_view element = vector_element(vector);
  const bool is_floating = element == "float" || element == "double";
  std::string text = fmt::format("__device__ inline {0} splat_{0}({1} x) {{ return make_{0}({2}); }}\n",
                                 vector, element, each_component(vector, "x"));
  for (const std::string_view op : {"+", "-", "*", "/", "&", "|", "^"}) {
    if (!needs.operators.contains(op) || (is_bitwise(op) && is_floating)) continue;
    text += fmt::format("__device__ inline {0} operator{1}({0} a, {0} b) {{ return make_{0}({2}); }}\n",
                        vector, op, each_component(vector, fmt::format("({0})(a.$ {1} b.$)", element, op)));
    if (!needs.any_vector_expression) continue;
    text += fmt::format(
        "__device__ inline {0} operator{1}({0} a, {2} b) {{ return a {1} splat_{0}(b); }}\n"
        "__device__ inline {0} operator{1}({2} a, {0} b) {{ return splat_{0}(a) {1} b; }}\n"
        "__device__ inline {0} &operator{1}=({0} &a, {0} b) {{ return a = a {1} b; }}\n",
        vector, op, element);
  }
  for (const std::string_view function : {"min", "max"})
    if (needs.operators.contains(function))
      text += fmt::format("__device__ inline {0} {1}({0} a, {0} b) {{ return make_{0}({2}); }}\n", vector,
                          function, each_component(vector, fmt::format("{}(a.$, b.$)", function)));
  return text;
}

bool wants(const CudaNeeds& needs, std::string_view helper) {
  if (helper == "cooperative")
    return needs.helpers.contains("warp_total") || needs.helpers.contains("warp_scan") ||
           needs.helpers.contains("warp_scan_before");
  return needs.helpers.contains(helper);
}

}  // namespace

std::string_view vector_element(std::string_view type) {
  for (const std::string_view length : {"16", "2", "3", "4", "8"}) {
    if (!type.ends_with(length)) continue;
    const std::string_view element = type.substr(0, type.size() - length.size());
    if (std::ranges::find(kElements, element) != kElements.end()) return element;
  }
  return {};
}

bool is_cuda_vector(std::string_view type) {
  const std::string_view element = vector_element(type);
  return !element.empty() && element != "half" && (type.ends_with("2") || type.ends_with("4"));
}

std::string cuda_definitions(const CudaNeeds& needs) {
  std::string includes = "#include <cfloat>\n#include <climits>\n#include <cmath>\n#include <cstring>\n";
  if (needs.helpers.contains("printf")) includes += "#include <cstdio>\n";
  std::string text;
  std::set<std::string, std::less<>> types = needs.types;
  for (const std::string& vector : needs.vectors) types.emplace(vector_element(vector));
  if (needs.helpers.contains("vector_of")) types.insert({"uchar", "ushort", "uint", "ulong"});
  for (const std::string& type : needs.types)
    if (type.starts_with("atomic_")) types.insert(type.substr(7));
  for (const bool atomic : {false, true})
    for (const std::string& type : types)
      if (type.starts_with("atomic_") == atomic) text += typedef_line(type);
  if (types.contains("ulong") || types.contains("long"))
    text += "static_assert(sizeof(long) == 8, \"long has 64 bits, as in OpenCL C\");\n";
  for (const Helper& helper : kHelpers) {
    if (!wants(needs, helper.name)) continue;
    includes += helper.includes;
    text += helper.text;
  }
  for (const std::string& vector : needs.vectors) text += vector_functions(vector, needs);
  for (const auto& [macro, vector] : needs.makers)
    text += fmt::format("#define make_{0} make_{1}\n#define splat_{0} splat_{1}\n", macro, vector);
  return includes + text;
}

}  // namespace lockstep::sim::translation
