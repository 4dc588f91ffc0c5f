#!/usr/bin/env python3
"""collect.py PLANS.json NCU.csv: converts the table of Nsight Compute to one row for each launch of a plan."""
import csv
import json
import sys

METRICS = {
    "warps": "smsp__warps_launched.sum",
    "global_load_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "global_load_transactions": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "global_store_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "global_store_transactions": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "local_load_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "local_store_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
}


def main():
    plans = json.load(open(sys.argv[1]))
    lines = [line for line in open(sys.argv[2]) if line.startswith('"')]
    rows = [row for row in csv.DictReader(lines) if row["ID"]]
    launches = [(plan, number) for plan in plans for number in range(len(plan["launches"]))]
    assert len(rows) == len(launches), (len(rows), len(launches))
    print("id,n,group_size,launch," + ",".join(METRICS))
    for (plan, number), row in zip(launches, rows):
        assert row["Kernel Name"].startswith(plan["launches"][number]["kernel"]), row["Kernel Name"]
        values = [str(int(float(row[metric].replace(",", "")))) for metric in METRICS.values()]
        print(",".join([plan["id"], str(plan["n"]), str(plan["group_size"]), str(number), *values]))


main()
