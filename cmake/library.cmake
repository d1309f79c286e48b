# fairlead_library(<folder> [BATCH <sources>] DEPS <libraries…>) adds a static library with all sources of a folder of
# src/ except its tests. The tests of all folders become one program (see tests/CMakeLists.txt). BATCH is the batch size
# of a unity build.
function(fairlead_library name)
    cmake_parse_arguments(ARG "" "BATCH" "DEPS" ${ARGN})
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
    list(FILTER sources EXCLUDE REGEX "_test\\.cpp$|/contract/")
    add_library(fairlead_${name} STATIC ${sources})
    if(ARG_BATCH)
        set_target_properties(fairlead_${name} PROPERTIES UNITY_BUILD_BATCH_SIZE ${ARG_BATCH})
    endif()
    target_include_directories(fairlead_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
    target_link_libraries(fairlead_${name} PUBLIC ${ARG_DEPS})
    target_precompile_headers(fairlead_${name} PRIVATE ${CMAKE_SOURCE_DIR}/cmake/standard.pch.hpp)
endfunction()
