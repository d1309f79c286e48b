# Debian has no package of DuckDB. Its library comes from npm and its header from third_party/duckdb (see
# third_party/README.md).

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
    set(duckdb_machine arm64)
else()
    set(duckdb_machine x64)
endif()
set(library_from_npm ${FAIRLEAD_NPM_PACKAGES}/@duckdb/node-bindings-linux-${duckdb_machine}/libduckdb.so)

if(NOT EXISTS ${library_from_npm})
    message(FATAL_ERROR "DuckDB is missing (${library_from_npm}). Run ./dev build, or `npm ci` in third_party/. "
                        "The library exists for Linux on x86_64 and arm64.")
endif()

# The library is copied into the build folder, so that the folder can be moved.
set(duckdb_library ${CMAKE_BINARY_DIR}/lib/libduckdb.so)
configure_file(${library_from_npm} ${duckdb_library} COPYONLY)

add_library(duckdb::duckdb SHARED IMPORTED)
set_target_properties(duckdb::duckdb PROPERTIES IMPORTED_LOCATION ${duckdb_library} IMPORTED_SONAME libduckdb.so
                                                INTERFACE_INCLUDE_DIRECTORIES ${CMAKE_SOURCE_DIR}/third_party/duckdb)
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
set(CMAKE_INSTALL_RPATH "$ORIGIN/../lib/fairlead")
install(FILES ${duckdb_library} DESTINATION lib/fairlead)
