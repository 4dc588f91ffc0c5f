// One step of the reduction. The host launches it once for each step: see interleaved.plan.json, where "repeat" is the
// number of steps, {n} the number of elements, {L} the largest size of a work-group, and {step} is 0, 1, 2 …
// T is the type of the elements. The sum must be in a[0] at the end.
kernel void reduce_interleaved(global T* a, uint s) {
  // Write here: add two elements that are s apart.
}
