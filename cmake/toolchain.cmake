# Compiler settings: warnings are errors, and ccache (with the setting of ./dev) and mold are used if they are installed.

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
    set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

find_program(MOLD_PROGRAM mold)
if(MOLD_PROGRAM)
    add_link_options(-fuse-ld=mold)
endif()

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
                    "$<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor;-Woverloaded-virtual>" -Wnull-dereference -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12 reports these inside its own library and Boost when it inlines at -O2. The code is correct.
    add_compile_options(-Wno-maybe-uninitialized -Wno-null-dereference -Wno-stringop-overflow -Wno-array-bounds
                        -Wno-restrict -Wno-stringop-overread -Wno-dangling-pointer)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # In a precompiled header, Clang ignores the pragmas with which libstdc++ permits its own use of deprecated functions.
    add_compile_options(-Wno-deprecated-declarations)
endif()
# Records use designated initialisers. Members that are left out have their default on purpose.
add_compile_options(-Wno-missing-field-initializers)
# Decimal uses __int128, which both compilers have on every supported machine.
add_compile_options(-Wno-pedantic)
add_compile_options(-fno-omit-frame-pointer -ffile-prefix-map=${CMAKE_SOURCE_DIR}/=)
# Some packages ask for this option. Precompiled headers are shared, so all sources need the same options.
add_compile_options(-pthread)

# A unity build compiles several sources as one, because most of the work is to read the same headers. The presets say where
# it is used. A name in an unnamed namespace must be unique in its library. A larger batch takes longer to rebuild after one
# of its sources has changed.
if(NOT DEFINED CMAKE_UNITY_BUILD_BATCH_SIZE)
    set(CMAKE_UNITY_BUILD_BATCH_SIZE 24)
endif()
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # The warning is meant for headers. In a unity build GCC treats every source as a header.
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)
    # In kilobytes. By default GCC collects its garbage more often, which takes time and saves memory only for seconds.
    add_compile_options("SHELL:--param ggc-min-heapsize=524288")
endif()

if(FAIRLEAD_SANITIZE)
    add_compile_options(-fsanitize=${FAIRLEAD_SANITIZE} -fno-sanitize-recover=all)
    add_link_options(-fsanitize=${FAIRLEAD_SANITIZE})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
        # Clang's undefined-behaviour sanitizer needs a checked multiplication of 128-bit integers. libgcc has none.
        add_link_options(-rtlib=compiler-rt -unwindlib=libgcc)
    endif()
endif()
if(FAIRLEAD_SANITIZE MATCHES "thread")
    # The thread sanitizer does not support Asio's fences. They are not needed, because each event loop has one thread.
    add_compile_definitions(BOOST_ASIO_DISABLE_FENCED_BLOCK)
    # DuckDB would use a program's functions of templates such as std::mutex::lock, and the thread sanitizer would see some
    # of its locks and not others. So programs export nothing.
    set(export_nothing -Wl,--version-script=${CMAKE_SOURCE_DIR}/cmake/tsan.exports)
    add_link_options($<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:${export_nothing}>)
endif()
