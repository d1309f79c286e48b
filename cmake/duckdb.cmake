# Debian has no package of DuckDB. Its library and its header come from npm (see third_party/README.md).

set(header_folder ${FAIRLEAD_NPM_PACKAGES}/duckdb/src/duckdb/src/include)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
    set(duckdb_machine arm64)
else()
    set(duckdb_machine x64)
endif()
set(library_from_npm ${FAIRLEAD_NPM_PACKAGES}/@duckdb/node-bindings-linux-${duckdb_machine}/libduckdb.so)

foreach(file ${header_folder}/duckdb.h ${library_from_npm})
    if(NOT EXISTS ${file})
        message(FATAL_ERROR "DuckDB is missing (${file}). Run ./dev build, or `npm ci` in third_party/. "
                            "The library exists for Linux on x86_64 and arm64.")
    endif()
endforeach()

# The library is copied into the build folder, so that the folder can be moved. Only one header is copied, because the
# rest of its folder is DuckDB's internal code.
set(duckdb_library ${CMAKE_BINARY_DIR}/lib/libduckdb.so)
configure_file(${library_from_npm} ${duckdb_library} COPYONLY)
configure_file(${header_folder}/duckdb.h ${CMAKE_BINARY_DIR}/include/duckdb.h COPYONLY)

add_library(duckdb::duckdb SHARED IMPORTED)
set_target_properties(duckdb::duckdb PROPERTIES IMPORTED_LOCATION ${duckdb_library} IMPORTED_SONAME libduckdb.so
                                                INTERFACE_INCLUDE_DIRECTORIES ${CMAKE_BINARY_DIR}/include)
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
set(CMAKE_INSTALL_RPATH "$ORIGIN/../lib/fairlead")
install(FILES ${duckdb_library} DESTINATION lib/fairlead)
