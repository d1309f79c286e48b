# The web pages, built with npm and carried in the program (web/scripts/embed.mjs). Every preset uses the same ones.

find_program(NODE_PROGRAM NAMES node nodejs REQUIRED)
set(web_folder ${CMAKE_SOURCE_DIR}/web)
set(web_site ${CMAKE_SOURCE_DIR}/build/web)
set(web_embedded ${CMAKE_SOURCE_DIR}/build/web-embedded)
if(NOT EXISTS ${web_folder}/node_modules/.package-lock.json)
    message(FATAL_ERROR "What the web pages are built with is missing: run ./dev build, or `npm ci` in web/.")
endif()

# Folder by folder, so that nobody looks through node_modules at each build.
file(GLOB web_entries LIST_DIRECTORIES true CONFIGURE_DEPENDS ${web_folder}/*)
list(FILTER web_entries EXCLUDE REGEX "/(node_modules|test-results)$")
set(web_sources ${CMAKE_SOURCE_DIR}/api/openapi.yaml)
foreach(entry ${web_entries})
    if(IS_DIRECTORY ${entry})
        file(GLOB_RECURSE within CONFIGURE_DEPENDS ${entry}/*)
        list(APPEND web_sources ${within})
    else()
        list(APPEND web_sources ${entry})
    endif()
endforeach()
# Made of the API's document at each build.
list(FILTER web_sources EXCLUDE REGEX "/src/api/schema\\.d\\.ts$")

add_custom_command(
    OUTPUT ${web_embedded}/pages.cpp ${web_embedded}/pages.pack
    COMMAND ${NODE_PROGRAM} ${web_folder}/scripts/embed.mjs ${web_site} ${web_embedded}
    DEPENDS ${web_sources}
    COMMENT "Building the web pages"
    VERBATIM)
set_source_files_properties(${web_embedded}/pages.cpp PROPERTIES OBJECT_DEPENDS ${web_embedded}/pages.pack)

# A library of its own, which waits for no other.
add_library(fairlead_web_pages OBJECT ${web_embedded}/pages.cpp)
target_include_directories(fairlead_web_pages PRIVATE ${CMAKE_SOURCE_DIR}/src)
