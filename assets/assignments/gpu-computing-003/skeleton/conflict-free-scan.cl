// Your local scan, with another place for each element. BANKS is the number of banks of local memory: 32 or 16.
// `block` has room for 2 n elements.
#define AT(i) (i)  // Write here: where element i of the array is stored in local memory.

kernel void scan_local(global const T* in, global T* out, local T* block) {
  // Write here: the local scan, in which every index of block is in AT( ).
}
