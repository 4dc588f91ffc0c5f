#define MASK_WIDTH 5
// Not printed: the tile's size.
#ifndef TILE_SIZE
#define TILE_SIZE 4
#endif
#define BLOCK_SIZE (TILE_SIZE + 4)

// Matrix Structure declaration
typedef struct {
  unsigned int width;
  unsigned int height;
  unsigned int pitch; // unused
  float* elements;
} Matrix;

// global variable, outside any kernel/function
__constant__ float Mc[MASK_WIDTH][MASK_WIDTH];

// Not printed: the kernel around these pieces. It takes the elements and the sizes of the matrices.
__global__ void convolution_2D_tiled_kernel(float* elementsN, float* elementsP, int width, int height) {
  Matrix N = {(unsigned int)width, (unsigned int)height, (unsigned int)width, elementsN};
  Matrix P = {(unsigned int)width, (unsigned int)height, (unsigned int)width, elementsP};
  __shared__ float Ns[BLOCK_SIZE][BLOCK_SIZE];

  int tx = threadIdx.x;
  int ty = threadIdx.y;
  int row_o = blockIdx.y * TILE_SIZE + ty;
  int col_o = blockIdx.x * TILE_SIZE + tx;
  int row_i = row_o - 2;
  int col_i = col_o - 2;

  float output = 0.0f;

  // Not legible in the text of the page; it says: threads that load halos outside N should return 0.0.
  if((row_i >= 0) && (row_i < (int)N.height) && (col_i >= 0) && (col_i < (int)N.width))
    Ns[ty][tx] = N.elements[row_i*N.width + col_i];
  else
    Ns[ty][tx] = 0.0f;
  __syncthreads();

  if(ty < TILE_SIZE && tx < TILE_SIZE) {
    for(int i = 0; i < 5; i++) {
      for(int j = 0; j < 5; j++) {
        output += Mc[i][j] * Ns[i+ty][j+tx];
      }
    }
    if(row_o < P.height && col_o < P.width)
      P.elements[row_o * P.width + col_o] = output;
  }
}
