# fairlead_library(<folder> [BATCH <sources>] [HEADERS <file> | HEADERS_OF <folder>] [RARE <folders…>] DEPS <libraries…>)
# adds a static library with all sources of a folder of src/ except its tests. The tests of all folders become one program
# (see tests/CMakeLists.txt). BATCH is the batch size of a unity build, unless the preset has its own. HEADERS are
# precompiled; HEADERS_OF uses the precompiled headers of another library, which must have the same definitions. RARE names
# folders whose code runs once per page, command or day: they become a library of their own, which a release compiles with
# -O1, in three quarters of the time.
function(fairlead_library name)
    cmake_parse_arguments(ARG "" "BATCH;HEADERS;HEADERS_OF" "RARE;DEPS" ${ARGN})
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
    list(FILTER sources EXCLUDE REGEX "_test\\.cpp$|/contract/")
    if(ARG_RARE)
        list(JOIN ARG_RARE "|" folders)
        set(rare_sources ${sources})
        list(FILTER rare_sources INCLUDE REGEX "/src/${name}/(${folders})/")
        list(FILTER sources EXCLUDE REGEX "/src/${name}/(${folders})/")
    endif()
    add_library(fairlead_${name} STATIC ${sources})
    if(ARG_BATCH AND NOT DEFINED CACHE{CMAKE_UNITY_BUILD_BATCH_SIZE})
        set_target_properties(fairlead_${name} PROPERTIES UNITY_BUILD_BATCH_SIZE ${ARG_BATCH})
    endif()
    target_include_directories(fairlead_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
    target_link_libraries(fairlead_${name} PUBLIC ${ARG_DEPS})
    if(ARG_HEADERS)
        set(ARG_HEADERS_OF ${name})
        target_precompile_headers(fairlead_${name} PRIVATE ${CMAKE_SOURCE_DIR}/cmake/${ARG_HEADERS})
    else()
        target_precompile_headers(fairlead_${name} REUSE_FROM fairlead_${ARG_HEADERS_OF})
    endif()
    if(ARG_RARE)
        add_library(fairlead_${name}_rare STATIC ${rare_sources})
        fairlead_runs_rarely(fairlead_${name}_rare)
        target_precompile_headers(fairlead_${name}_rare REUSE_FROM fairlead_${ARG_HEADERS_OF})
        # The two libraries call each other.
        target_link_libraries(fairlead_${name}_rare PRIVATE fairlead_${name})
        target_link_libraries(fairlead_${name} INTERFACE fairlead_${name}_rare)
    endif()
endfunction()

# Compiles a target whose code runs rarely with -O1 in a release. From version 13 on, GCC accepts precompiled headers only
# with the optimisation with which they were made, and making them twice takes as long as this saves.
function(fairlead_runs_rarely target)
    if(NOT (CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13))
        target_compile_options(${target} PRIVATE $<$<CONFIG:RelWithDebInfo>:-O1>)
    endif()
endfunction()
