// Not printed: what it is called with.
enum ScanKind { inclusive, exclusive };

template< ScanKind Kind, typename Real >
__device__ Real prefixSumWarp( volatile Real* values, int idx=threadIdx.x )
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

// Not printed: a kernel that calls it.
template< ScanKind Kind >
__global__ void prefixSumOfWarps( int* output, int* input )
{
   extern __shared__ int values[];
   unsigned int gid = blockIdx.x*blockDim.x + threadIdx.x;
   values[ threadIdx.x ] = input[ gid ];
   output[ gid ] = prefixSumWarp< Kind, int >( values );
}
