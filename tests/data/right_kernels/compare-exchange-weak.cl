// --global 128 --local 64 --options -cl-std=CL2.0 buffer:float:128=random:1 buffer:float:1=0
kernel void k(global const float *in, global atomic_float *sum) {
  float seen = atomic_load_explicit(sum, memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit(sum, &seen, seen + in[get_global_id(0)], memory_order_relaxed, memory_order_relaxed)) ;
}
