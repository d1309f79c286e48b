# fairlead_library(<folder> [BATCH <sources>] [HEADERS <file> | HEADERS_OF <folder>] DEPS <libraries…>) adds a static
# library with all sources of a folder of src/ except its tests. The tests of all folders become one program (see
# tests/CMakeLists.txt). BATCH is the batch size of a unity build. HEADERS are precompiled; HEADERS_OF uses the
# precompiled headers of another library, which must have the same definitions.
function(fairlead_library name)
    cmake_parse_arguments(ARG "" "BATCH;HEADERS;HEADERS_OF" "DEPS" ${ARGN})
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
    list(FILTER sources EXCLUDE REGEX "_test\\.cpp$|/contract/")
    add_library(fairlead_${name} STATIC ${sources})
    if(ARG_BATCH)
        set_target_properties(fairlead_${name} PROPERTIES UNITY_BUILD_BATCH_SIZE ${ARG_BATCH})
    endif()
    target_include_directories(fairlead_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
    target_link_libraries(fairlead_${name} PUBLIC ${ARG_DEPS})
    if(ARG_HEADERS)
        target_precompile_headers(fairlead_${name} PRIVATE ${CMAKE_SOURCE_DIR}/cmake/${ARG_HEADERS})
    else()
        target_precompile_headers(fairlead_${name} REUSE_FROM fairlead_${ARG_HEADERS_OF})
    endif()
endfunction()
