// The part of CUDA's cooperative groups that the forms use, declared only.
#pragma once

namespace cooperative_groups {
struct block {};
template <int n>
struct tile {};
block this_thread_block();
template <int n>
tile<n> tiled_partition(block);
template <class T>
struct plus {};
template <class T>
struct less {};
template <class T>
struct greater {};
template <class G, class T, class Op>
T reduce(G, T, Op);
template <class G, class T, class Op>
T inclusive_scan(G, T, Op);
template <class G, class T, class Op>
T exclusive_scan(G, T, Op);
}  // namespace cooperative_groups
