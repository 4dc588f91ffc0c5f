__global__ void reductionKernel2( int* dOutput, int* dInput )
{
   extern __shared__ int sdata[];

   // Nacteme data do sdilene pameti
   unsigned int tid = threadIdx.x;
   unsigned int gid = blockIdx.x*blockDim.x + threadIdx.x;
   sdata[ tid ] = dInput[ gid ];
   __syncthreads();

   // Provedeme paralelni redukci
   for( unsigned int s=1; s<blockDim.x; s*=2 )
   {
      unsigned int inds = 2*tid*s;
      if( inds < blockDim.x )
         sdata[ inds ] += sdata[ inds + s ];
      __syncthreads();
   }

   // Vysledek zapiseme zpet do globalni pameti zarizeni
   if( tid == 0 )
      dOutput[ blockIdx.x ] = sdata[ 0 ];
}
