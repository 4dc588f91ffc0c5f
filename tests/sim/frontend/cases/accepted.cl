// Constructs of real programs; none of them is reported.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#if !defined(cl_khr_fp64) || __OPENCL_VERSION__ < 110
#error double is there
#endif
#define SQUARE(x) ((x) * (x))
#define GLUE(a, b) a##b
typedef struct { float4 position; float mass; int id[3]; } body_t;
typedef enum { RED, GREEN = 5, BLUE } color_t;
union bits { float f; uint u; uchar4 b; };
struct list { struct list* next; int value; };
__constant float weights[] = {0.1f, 0.2f, [4] = 1.0f, .5f};
__constant int4 vectors[2] = {(int4)(1, 2, 3, 4), {5, 6, 7, 8}};
constant char message[] = "hello";

inline float helper(const float a, __global const float* restrict p, __local float* l)
{
    l[0] = a;
    return a * p[0] + SQUARE(a);
}

body_t make(float mass)
{
    body_t b;
    b.mass = mass;
    b.position = (float4)(0.0f);
    return b;
}

void swap(__private int* a, int* b)
{
    int t = *a;
    *a = *b;
    *b = t;
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void all_of_it(__global float* restrict out, const __global float4* in, __local float* tmp, uint n, body_t body,
               __constant float* w, volatile __global int* count, __global float4 (*rows)[4])
{
    __local float tile[16][17];
    const int N = 16;
    float own[N];
    size_t g = get_global_id(0);
    int l = get_local_id(0), i = 0, *p = &i, **pp = &p;
    float4 v = in[g], u = rows[1][2];
    v.xyz = v.zyx;
    v.s3 = 1;
    u.lo = v.hi;
    u.even += v.odd * 2;
    int4 m = v > u;
    m = ~m && (int4)(1);
    v = m ? v : u;
    uchar4 small = convert_uchar4_sat_rte(v);
    short8 s8 = (short8)(1, 2, 3, 4, 5, 6, 7, 8);
    s8 <<= (short)2;
    float f = dot(v, u) + length(v.xyz), whole;
    f = fract(f, &whole) + mix(f, 2.0f, 0.5f);
    for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
        if (l < s)
            tmp[l] += tmp[l + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    atomic_add(count, 1);
    switch (i) {
        case 0:
        case RED + 1: i = 3; break;
        case BLUE: { i = 4; }
        default: i = 0;
    }
    do {
        if (i-- == 3) continue;
        if (i < -10) break;
    } while (i > 0);
    body_t one = make(1.0f), two = {(float4)(1, 2, 3, 4), 2.0f, {1, 2, 3}};
    one = two;
    body_t* pb = &one;
    pb->mass += two.id[1];
    union bits both;
    both.f = f;
    swap(p, *pp);
    event_t e = async_work_group_copy(tmp, out, 16, 0);
    wait_group_events(1, &e);
    printf("%d %v4f %s\n", i, v, "text");
    double d = 1.0;
    struct list node = {0, 1};
    node.next = &node;
    out[g] = tile[l][0] + weights[4] + w[0] + body.mass + sizeof(body_t) + helper(f, out, tmp) + own[0] + d +
             vectors[0].y + small.x + s8.s7 + GLUE(1, 2) + both.u + message[0] + n + node.next->value;
}
