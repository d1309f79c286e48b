# Writes a C++ source with all adapters. Run it as a script: -DFOLDER=… -DOUTPUT=…
file(GLOB files ${FOLDER}/*.yaml)
list(SORT files)
set(rows "")
foreach(path ${files})
    get_filename_component(name ${path} NAME_WE)
    file(READ ${path} text)
    string(APPEND rows "    EmbeddedAdapter{\"${name}\", R\"yaml(${text})yaml\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"app/adapters/read_adapter.hpp\"

#include <array>

namespace fairlead::app {
namespace {

constexpr std::array kEmbeddedAdapters{
${rows}};

}  // namespace

std::span<const EmbeddedAdapter> EmbeddedAdapters() { return kEmbeddedAdapters; }

}  // namespace fairlead::app
")
