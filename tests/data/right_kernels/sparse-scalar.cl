// --global 64 --local 64 buffer:int:51=0,3,3,7,9,10,14,15,18,20,21,25,26,30,33,34,35,38,40,41,45,46,50,52,53,55,58,60,61,62,66,67,70,72,73,77,79,80,82,85,86,88,90,91,93,94,96,97,98,99,100 buffer:int:100=random:1 buffer:float:100=random:2 buffer:float:64=random:3 buffer:float:50=0 scalar:int=50
kernel void k(global const int *row_starts, global const int *columns, global const float *values,
              global const float *x, global float *y, int rows) {
  int row = get_global_id(0);
  if (row < rows) {
    float dot = 0;
    for (int i = row_starts[row]; i < row_starts[row + 1]; i++) dot += values[i] * x[columns[i] & 63];
    y[row] = dot;
  }
}
