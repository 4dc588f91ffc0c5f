#!/usr/bin/env bash
# Times reduce/tuned and scan/look-back beside CUB on an NVIDIA GPU, on one clock, and prints the ratios as CSV. With
# `patterns` for OPERATORS: the last rungs of the patterns, for int and float.
#
#   compare.sh CUB_LAUNCHES [TYPES [OPERATORS [SIZES [RUNS]]]] > ratios.csv
#
# CUB_LAUNCHES is that program of the build folder (cmake --build build/release --target cub_launches). It needs
# nvcc with CUB, and NVIDIA's OpenCL driver.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
launches=${1:?"give the path of cub_launches"}
types=${2:-int,float,long,double}
operators=${3:-sum,min}
sizes=${4:-65536,1048576,16777216,16777217,268435456}
runs=${5:-15}
architecture=sm_$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -1 | tr -d .)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
program=cub_times
if [ "$operators" = patterns ]; then program=cub_patterns; fi
nvcc -O3 -std=c++17 -arch="$architecture" -o "$work/$program" "$here/$program.cu" -lcuda -lcupti
"$launches" "$work" "$types" "$operators" "$sizes"
echo "# $(date -u +%F), $(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -1), CUB of $(nvcc --version | sed -n 's/^Cuda compilation tools, release/CUDA/p')"
"$work/$program" "$work" "$runs"
