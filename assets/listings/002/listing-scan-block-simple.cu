template< typename Real >
__global__ void prefixSum( Real* values )
{
   int i = threadIdx.x;
   int n = blockDim.x;

   for( int offset=1; offset<n; offset <<= 1 )
   {
      Real t;
      if( i>=offset ) t = values[ i - offset ];
      __syncthreads();

      if( i>=offset ) values[ i ] += t;
      __syncthreads();
   }
}
