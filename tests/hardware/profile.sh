#!/usr/bin/env bash
# profile.sh PLANS.json FOLDER: builds the plans for sm_90 and profiles every launch with Nsight Compute, once
# optimised and once as written. Writes FOLDER/VARIANT/counters.csv and the machine code. Needs nvcc, ncu, cuobjdump and
# an H100 or H200.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
plans=$(realpath "$1") folder=$2
metrics=smsp__warps_launched.sum
for op in ld st; do
  metrics+=,l1tex__t_requests_pipe_lsu_mem_global_op_$op.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_$op.sum
  metrics+=,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_$op.sum
done
for variant in as-compiled as-written; do
  python3 "$here/make_cuda.py" "$plans" "$folder/$variant" $variant
  (
    cd "$folder/$variant"
    printf '%s\n' *.cu | xargs -P "$(nproc)" -I{} nvcc -O3 -arch=sm_90 -std=c++17 -diag-suppress 177 -c {} -o {}.o
    nvcc -arch=sm_90 *.o -o run_all
    ./run_all > results.txt
    for unit in *.cu.o; do cuobjdump -sass "$unit" > "${unit%.cu.o}.sass"; done
    ncu --clock-control none --metrics $metrics --csv --page raw --print-units base ./run_all > ncu.csv
    python3 "$here/collect.py" "$plans" ncu.csv > counters.csv
  )
done
