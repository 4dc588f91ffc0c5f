__kernel void syntax(__global int* g, int n)
{
    int a = 5                   // error: ';' is missing
    g[0] = a;
    for (int i = 0; i < n i++)  // error: ';' is missing after the loop's condition
        g[i] = 1;
    if (n > 0 {                 // error: ')' is missing
        g[0] = 2;
    }
    g[1 2] = 2;                 // error: ']' is missing after the index
    g[2] = * ;                  // error: an expression is expected here, not ';'
    int = 3;                    // error: a name is missing here
    else { g[0] = 1; }          // error: this 'else' has no 'if'
    break;                      // error: 'break' outside of a loop
    case 1: ;                   // error: 'case' outside of a switch
    switch (n) { case 1: case 1: ; }   // error: duplicate case in this switch
    switch (n) { case n: ; }    // error: the value of a case must be an integer constant expression
    return 1;                   // error: 'syntax' returns void, but this statement returns a value
}
int missing() { return; }       // error: 'missing' must return a value of type int
}                               // error: a declaration is expected here
