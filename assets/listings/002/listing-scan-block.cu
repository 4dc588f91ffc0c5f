// Not printed: what it is called with. The function is that of the page before it.
enum ScanKind { inclusive, exclusive };

template< ScanKind Kind, typename Real >
__device__ Real scanWarp( volatile Real* values, int idx=threadIdx.x )
{
   int lane = idx & 31;
   // index of thread in warp

   if( lane >= 1 ) values[ idx ] = values[ idx - 1 ] + values[ idx ];
   if( lane >= 2 ) values[ idx ] = values[ idx - 2 ] + values[ idx ];
   if( lane >= 4 ) values[ idx ] = values[ idx - 4 ] + values[ idx ];
   if( lane >= 8 ) values[ idx ] = values[ idx - 8 ] + values[ idx ];
   if( lane >= 16 ) values[ idx ] = values[ idx - 16 ] + values[ idx ];

   if( Kind == inclusive ) return values[ idx ];
   else return ( lane>0 ) ? values[ idx-1 ] : 0;
}

template< ScanKind Kind, class Real >
__device__ Real scanBlock( volatile Real* values, int idx=threadIdx.x )
{
   extern __shared__ int sdata[];

   const int lane = idx & 31;
   const int warpid = idx >> 5;

   // Step 1: Intra-warp scan in each warp
   Real val = scanWarp< Kind >( values, idx );
   __syncthreads();

   // Step 2: Collect per-warp partial results
   if( lane == 31 ) sdata[ warpid ] = values[ idx ];
   __syncthreads();

   // Step 3: Use 1st warp to scan per-warp results
   if( warpid == 0 ) sdata[ idx ] = scanWarp< exclusive >( sdata, idx );
   __syncthreads();

   // Step 4: Accumulate results from Steps 1 and 3
   if( warpid > 0 ) val += sdata[ warpid ];
   __syncthreads();

   // Step 5: Write and return the final result
   values[ idx ] = val;
   __syncthreads();

   return val;
}

// Not printed: a kernel that calls it.
template< ScanKind Kind >
__global__ void prefixSumOfBlock( int* output, int* input )
{
   __shared__ int values[ 1024 ];
   unsigned int gid = blockIdx.x*blockDim.x + threadIdx.x;
   values[ threadIdx.x ] = input[ gid ];
   output[ gid ] = scanBlock< Kind, int >( values );
}
