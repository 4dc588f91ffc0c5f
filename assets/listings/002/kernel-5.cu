template <unsigned int blockSize>
__global__ void reductKern5( int* dOutput, int* dInput )
{
   extern __shared__ int sdata[];

   // Nacteme data do sdilene pameti
   unsigned int tid = threadIdx.x;
   unsigned int gid = blockIdx.x*blockDim.x*2 + threadIdx.x;
   sdata[ tid ] = dInput[ gid ] + dInput[ gid+blockDim.x ];
   __syncthreads();

   // Provedeme paralelni pyramidalni redukci
   if( blockSize == 1024 ) {
      if( tid < 512 ) { sdata[ tid ] += sdata[ tid+512 ]; } __syncthreads(); }
   if( blockSize >= 512 ) {
      if( tid < 256 ) { sdata[ tid ] += sdata[ tid+256 ]; } __syncthreads(); }
   if( blockSize >= 256 ) {
      if( tid < 128 ) { sdata[ tid ] += sdata[ tid+128 ]; } __syncthreads(); }
   if( blockSize >= 128 ) {
      if( tid <  64 ) { sdata[ tid ] += sdata[ tid+ 64 ]; } __syncthreads(); }
   if( tid < 32 ) {
      if( blockSize >= 64 ) sdata[ tid ] += sdata[ tid+32 ];
      if( blockSize >= 32 ) sdata[ tid ] += sdata[ tid+16 ];
      if( blockSize >= 16 ) sdata[ tid ] += sdata[ tid+ 8 ];
      if( blockSize >=  8 ) sdata[ tid ] += sdata[ tid+ 4 ];
      if( blockSize >=  4 ) sdata[ tid ] += sdata[ tid+ 2 ];
      if( blockSize >=  2 ) sdata[ tid ] += sdata[ tid+ 1 ];
   }

   // Vysledek zapiseme zpet do globalni pameti zarizeni
   if( tid == 0 ) dOutput[ blockIdx.x ] = sdata[ 0 ];
}
