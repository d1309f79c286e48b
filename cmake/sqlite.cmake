# SQLite is built from its own amalgamation, which npm's better-sqlite3 carries (see third_party/README.md and
# docs/adr/0028-sqlite-of-our-own.md). Only the files of SQLite are used.

set(sqlite_folder ${FAIRLEAD_NPM_PACKAGES}/better-sqlite3/deps/sqlite3)
if(NOT EXISTS ${sqlite_folder}/sqlite3.c)
    message(FATAL_ERROR "SQLite is missing (${sqlite_folder}/sqlite3.c). Run ./dev build, or `npm ci` in third_party/.")
endif()
file(STRINGS ${sqlite_folder}/sqlite3.h sqlite_version REGEX "^#define SQLITE_VERSION_NUMBER ")
string(REGEX MATCH "[0-9]+$" sqlite_version "${sqlite_version}")
# Earlier versions can damage a database when the log is reset during a checkpoint.
if(sqlite_version LESS 3051003)
    message(FATAL_ERROR "SQLite ${sqlite_version} in ${sqlite_folder} is older than 3.51.3.")
endif()

enable_language(C)
add_library(fairlead_sqlite STATIC ${sqlite_folder}/sqlite3.c)
set_target_properties(fairlead_sqlite PROPERTIES UNITY_BUILD OFF)
target_include_directories(fairlead_sqlite SYSTEM PUBLIC ${sqlite_folder})
target_compile_definitions(fairlead_sqlite PRIVATE
    SQLITE_THREADSAFE=2                # Each connection belongs to one thread at a time.
    SQLITE_SECURE_DELETE               # Overwrites what is deleted, as Debian's build does.
    SQLITE_DQS=0                       # A text in double quotes is a name, never a string.
    SQLITE_DEFAULT_MEMSTATUS=0
    SQLITE_LIKE_DOESNT_MATCH_BLOBS
    SQLITE_ENABLE_API_ARMOR            # A wrong call returns an error.
    SQLITE_OMIT_DEPRECATED
    SQLITE_OMIT_LOAD_EXTENSION
    SQLITE_OMIT_SHARED_CACHE
    SQLITE_OMIT_PROGRESS_CALLBACK
    SQLITE_USE_URI=0
    HAVE_FDATASYNC=1 HAVE_USLEEP=1 HAVE_GMTIME_R=1 HAVE_LOCALTIME_R=1 HAVE_MALLOC_USABLE_SIZE=1 HAVE_PREAD=1 HAVE_PWRITE=1)
# This code is not ours, so its warnings are off, and like the libraries of Debian it is built without sanitizers. Every
# preset gets the code that is released.
target_compile_options(fairlead_sqlite PRIVATE -w -O2 -g1)
if(FAIRLEAD_SANITIZE)
    target_compile_options(fairlead_sqlite PRIVATE -fno-sanitize=all)
endif()
target_link_libraries(fairlead_sqlite PUBLIC Threads::Threads m)
add_library(SQLite::SQLite3 ALIAS fairlead_sqlite)
