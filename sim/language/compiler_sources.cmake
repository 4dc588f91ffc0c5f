# The compiler's half of lockstep_language: syntax tree to bytecode.
set(LOCKSTEP_COMPILER_SOURCES)
