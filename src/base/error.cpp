#include "base/error.hpp"

#include <array>

namespace fairlead {
namespace {

struct Declaration {
    std::string_view name;
    ErrorKind kind;
    std::string_view title;
};

constexpr std::array kDeclarations{
#define FAIRLEAD_DECLARATION(id, name, kind, title) Declaration{name, ErrorKind::kind, title},
    FAIRLEAD_ERROR_CODES(FAIRLEAD_DECLARATION)
#undef FAIRLEAD_DECLARATION
};

const Declaration& DeclarationOf(ErrorCode code) { return kDeclarations[static_cast<std::size_t>(code)]; }

}  // namespace

std::string_view Name(ErrorCode code) { return DeclarationOf(code).name; }
std::string_view Title(ErrorCode code) { return DeclarationOf(code).title; }
ErrorKind KindOf(ErrorCode code) { return DeclarationOf(code).kind; }

}  // namespace fairlead
