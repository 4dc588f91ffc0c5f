// One step of the scan. In naive-scan.plan.json the arrays in and out are swapped after each launch: "expect" names the
// buffer with the result as it is called after the last swap.
kernel void scan_naive(global const T* in, global T* out, uint s) {
  // Write here: every work-item writes one element of out.
}
