# Options that make a memory error end the process instead of letting it run an attacker's code, and that take away what
# such code needs. tests/integration/test_hardening.py reads the built program.

set(is_interposer $<STREQUAL:$<TARGET_PROPERTY:TYPE>,MODULE_LIBRARY>)
set(is_program $<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>)

# A function with an array on its stack checks at its end that nothing has written beyond it.
add_compile_options(-fstack-protector-strong)
# The standard library checks indices, empty containers and empty optionals.
add_compile_definitions(_GLIBCXX_ASSERTIONS)
if(NOT FAIRLEAD_SANITIZE)
    # The C library checks sizes of buffers that the compiler knows. It needs an optimising compiler, and sanitizers check more.
    # Libraries of fault tests define some of these functions themselves. Level 3 would also check calls that fault tests must
    # see under their usual names.
    add_compile_options("$<$<NOT:$<OR:$<CONFIG:Debug>,${is_interposer}>>:SHELL:-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2>")
endif()
# A program is loaded at a random address. This is the default of Debian's compiler, but not of every compiler.
add_compile_options($<$<NOT:${is_interposer}>:-fPIE>)
add_link_options($<${is_program}:-pie>)
# All symbols are found at the start, and then the table of their addresses is read-only.
add_link_options(-Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
