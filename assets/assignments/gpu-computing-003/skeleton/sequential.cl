// One step of the reduction; sequential.plan.json launches it once for each step. The sum must be in a[0] at the end.
kernel void reduce_sequential(global T* a, uint s) {
  // Write here: neighbours in the work-group access neighbours in memory.
}
