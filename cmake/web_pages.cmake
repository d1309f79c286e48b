# Builds the web pages with npm and embeds them in the program (web/scripts/embed.mjs). All presets share them.

find_program(NODE_PROGRAM NAMES node nodejs REQUIRED)
set(web_folder ${CMAKE_SOURCE_DIR}/web)
set(web_site ${CMAKE_SOURCE_DIR}/build/web)
set(web_embedded ${CMAKE_SOURCE_DIR}/build/web-embedded)
if(NOT EXISTS ${web_folder}/node_modules/.package-lock.json)
    message(FATAL_ERROR "The npm packages in web/ are missing. Run ./dev build, or `npm ci` in web/.")
endif()

# Lists folder by folder, because searching node_modules at each build is slow.
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
# Each build generates this file from the OpenAPI document.
list(FILTER web_sources EXCLUDE REGEX "/src/api/schema\\.d\\.ts$")

add_custom_command(
    OUTPUT ${web_embedded}/pages.cpp ${web_embedded}/pages.pack
    COMMAND ${NODE_PROGRAM} ${web_folder}/scripts/embed.mjs ${web_site} ${web_embedded}
    DEPENDS ${web_sources}
    COMMENT "Building the web pages"
    VERBATIM)
set_source_files_properties(${web_embedded}/pages.cpp PROPERTIES OBJECT_DEPENDS ${web_embedded}/pages.pack)

# A separate library, so that it does not wait for others.
add_library(fairlead_web_pages OBJECT ${web_embedded}/pages.cpp)
target_include_directories(fairlead_web_pages PRIVATE ${CMAKE_SOURCE_DIR}/src)
