# Every library is a Debian package (see the lists in ./dev); data comes from npm (see third_party/README.md).

find_package(Threads REQUIRED)
find_package(Boost 1.81 REQUIRED COMPONENTS json url)
find_package(simdjson REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(PostgreSQL REQUIRED)
find_package(RocksDB REQUIRED)
find_package(spdlog REQUIRED)
find_package(fmt REQUIRED)
find_package(prometheus-cpp REQUIRED COMPONENTS core)
find_package(CLI11 REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(sodium REQUIRED IMPORTED_TARGET libsodium)
pkg_check_modules(re2 REQUIRED IMPORTED_TARGET re2)
pkg_check_modules(maxminddb REQUIRED IMPORTED_TARGET libmaxminddb)
# Debian's own Python first: it is the one that has Debian's YAML.
find_program(PYTHON_PROGRAM python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(PYTHON_PROGRAM python3 REQUIRED)

set(FAIRLEAD_NPM_PACKAGES ${CMAKE_SOURCE_DIR}/third_party/node_modules)
if(NOT EXISTS ${FAIRLEAD_NPM_PACKAGES}/.package-lock.json)
    message(FATAL_ERROR "The patterns of user agents are missing: run ./dev build, or `npm ci` in third_party/.")
endif()

if(FAIRLEAD_TESTS)
    find_package(GTest REQUIRED)
    find_package(rapidcheck REQUIRED)
endif()
