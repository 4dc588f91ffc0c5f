#!/usr/bin/env bash
# run.sh FOLDER: compiles the CUDA forms that cuda_programs has written to FOLDER, runs them on the GPU, and compares each
# result with the sequential reference. All is in $OUT/cuda_forms.txt (OUT is . unless set): versions, what nvcc said, a line
# for each form. With COMPILE_ONLY=1 it needs no GPU.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(realpath "$1")
out=$(realpath "${OUT:-.}")/cuda_forms.txt
arch=${ARCH:-sm_90}
PATH=$PATH:/usr/local/cuda/bin
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
{
  nvcc --version | tail -2
  [ -n "${COMPILE_ONLY:-}" ] || nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
} > "$out"
start=$SECONDS
# 177: a function that is not used; 1444: long4 and its like, which CUDA 13 calls deprecated.
ls "$folder"/*.cu | xargs -P "${JOBS:-$(nproc)}" -I{} sh -c \
  'unit=$(basename {} .cu); nvcc -O1 -arch='"$arch"' -diag-suppress 177,1444 -D__NV_NO_VECTOR_DEPRECATION_DIAG -I"'"$here"'" -c {} -o "'"$build"'/$unit.o" 2>&1 || echo "FAILED to compile $unit"' \
  >> "$out"
echo "compiled in $((SECONDS - start)) s" >> "$out"
if grep -q 'FAILED to compile' "$out"; then tail -50 "$out"; exit 1; fi
if [ -n "${COMPILE_ONLY:-}" ]; then tail -3 "$out"; exit 0; fi
nvcc -arch="$arch" "$build"/*.o -o "$build/forms" >> "$out" 2>&1 && timeout 120 "$build/forms" "$folder/data.bin" >> "$out" 2>&1
status=$?
echo "exit status $status after $((SECONDS - start)) s" >> "$out"
grep -v '^passed' "$out"
exit $status
