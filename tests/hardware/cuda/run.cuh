// Buffers and the check, for all units. The headers of all forms come first: they must not be inside a namespace.
#pragma once
#include <cfloat>
#include <climits>
#include <cmath>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda/atomic>
#include <vector>

extern const unsigned char *data;

// A pointer to whatever a kernel's parameter points to.
class Buffer {
  public:
    Buffer(size_t size, const unsigned char *content) : bytes(size > 0 ? size : 1)
    {
        cudaMalloc(&memory, bytes);
        if (content != nullptr)
            cudaMemcpy(memory, content, size, cudaMemcpyHostToDevice);
        else
            cudaMemset(memory, 0xee, bytes);  // what nobody has written is seen
    }
    ~Buffer() { cudaFree(memory); }
    Buffer(const Buffer &) = delete;
    template <class T> operator T *() const { return static_cast<T *>(memory); }

  private:
    void *memory = nullptr;
    size_t bytes;
};

template <class T>
int check(const char *id, const char *unit, const Buffer &result, const unsigned char *expected, size_t bytes, double tolerance)
{
    std::vector<T> got(bytes / sizeof(T)), wanted(bytes / sizeof(T));
    cudaError_t status = cudaDeviceSynchronize();
    if (status == cudaSuccess)
        status = cudaMemcpy(got.data(), static_cast<T *>(result), bytes, cudaMemcpyDeviceToHost);
    if (status != cudaSuccess) {
        std::printf("FAILED %s %s: %s\n", unit, id, cudaGetErrorString(status));
        std::exit(1);  // the device is not usable after an error
    }
    std::memcpy(wanted.data(), expected, bytes);
    for (size_t i = 0; i < got.size(); ++i) {
        const double difference = std::fabs(double(got[i]) - double(wanted[i]));
        if (got[i] == wanted[i] || difference <= tolerance * std::fmax(1.0, std::fabs(double(wanted[i])))) continue;
        std::printf("FAILED %s %s: element %zu is %g instead of %g\n", unit, id, i * sizeof(T), double(got[i]), double(wanted[i]));
        return 0;
    }
    std::printf("passed %s %s\n", unit, id);
    return 1;
}

inline const unsigned char *read_file(const char *path)
{
    static std::vector<unsigned char> bytes;
    std::FILE *file = std::fopen(path, "rb");
    if (file == nullptr) {
        std::printf("%s cannot be read\n", path);
        std::exit(1);
    }
    for (unsigned char piece[65536]; const size_t count = std::fread(piece, 1, sizeof piece, file);)
        bytes.insert(bytes.end(), piece, piece + count);
    std::fclose(file);
    return bytes.data();
}
