// One mistake is one error: what follows from it is not reported.
__constant int table[SIZE] = {1};             // error: unknown identifier 'SIZE'
__kernel void lengths(__global int* o, int n)
{
    __local int tile[TILE][TILE];             // error: unknown identifier 'TILE'
    int row[n];                               // error: variable-length arrays are not supported
    float wrong = undeclared + 1, other;      // error: unknown identifier 'undeclared'
    for (int i = start; i < n; i++)           // error: unknown identifier 'start'
        o[i] = i;
    tile[0][0] = row[0];
    o[0] = tile[0][0] + table[0] + (int)wrong + (int)other;
}
typedef Missing T2;                           // error: unknown type 'Missing'
__kernel void uses(__global T2* x) { x[0] = table[1]; }
__kernel void own(__global int* x) { x[0] = nowhere; }   // error: unknown identifier 'nowhere'
