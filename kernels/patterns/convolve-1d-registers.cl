// Convolution in registers: a work-item computes a vector of neighbouring outputs from vectors of inputs.
//
// The inputs of neighbouring outputs overlap: WIDTH outputs need WIDTH + w − 1 inputs, not WIDTH · w. Each vector of
// inputs is loaded once by a work-item and used for all of its outputs; inputs that neighbouring work-items share come
// from the cache. The width of the mask is known at build time, so all loops are unrolled and only vectors are loaded.
// Costs: w multiplications and additions per output; (1 + 2 ⌈w / 2 / WIDTH⌉) vectors loaded for WIDTH outputs.
// Watch: neither local memory nor barriers, and every transaction is full.
// Needs: the width of the mask w (MASK) as a build option; the mask in constant memory.
// Result: out[i] = Σ mask[j] in[i + j − w / 2]; elements outside the array count as 0.
// From: lecture slides on convolution and scan, an improvement on its tiles.

#ifndef T
#define T int
#endif
#ifndef MASK
#define MASK 5
#endif
#ifndef WIDTH  // number of elements in a vector
#define WIDTH 4
#endif

#define JOIN_TEXTS(a, b) a##b
#define JOIN(a, b) JOIN_TEXTS(a, b)
#if WIDTH == 1
#define VECTOR T
#else
#define VECTOR JOIN(T, WIDTH)
#endif
union vector { VECTOR whole; T element[WIDTH]; };

// The number of vectors on each side that the mask covers.
#define SIDE ((MASK / 2 + WIDTH - 1) / WIDTH)

__kernel void patterns_convolve_1d_registers(
    __global T *restrict out,
    __global const T *restrict in,
    __constant T *restrict mask,
    uint n)
{
    long v = get_global_id(0);
    long first = v * WIDTH;
    if (first >= n)
        return;
    union vector sum;
    #pragma unroll
    for (uint k = 0; k < WIDTH; ++k)
        sum.element[k] = 0;

    #pragma unroll
    for (int s = -SIDE; s <= SIDE; ++s) {
        union vector x;
        long i = first + s * WIDTH;
        if (i >= 0 && i + WIDTH <= n)
            x.whole = *(__global const VECTOR *)(in + i);
        else
            for (uint k = 0; k < WIDTH; ++k)
                x.element[k] = i + k >= 0 && i + k < n ? in[i + k] : 0;
        #pragma unroll
        for (int k = 0; k < WIDTH; ++k) {
            #pragma unroll
            for (int output = 0; output < WIDTH; ++output) {
                int j = s * WIDTH + k - output + MASK / 2;
                if (j >= 0 && j < MASK)
                    sum.element[output] += mask[j] * x.element[k];
            }
        }
    }

    if (first + WIDTH <= n)
        *(__global VECTOR *)(out + first) = sum.whole;
    else
        for (uint k = 0; k < WIDTH; ++k)
            if (first + k < n)
                out[first + k] = sum.element[k];
}
