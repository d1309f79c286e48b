#include "cli/print.hpp"

#include <iostream>

namespace fairlead::cli {

namespace json = boost::json;

void PrintErrors(const app::Errors& errors) {
    for (const Error& error : errors) {
        std::cerr << "fairlead: " << (error.pointer.empty() ? "" : error.pointer + " ") << error.message << "\n";
    }
}

void Print(const json::object& object, bool as_json) {
    if (as_json) {
        std::cout << json::serialize(object) << "\n";
        return;
    }
    for (const auto& [name, value] : object) {
        const std::string text = value.is_string() ? std::string(value.get_string()) : json::serialize(value);
        std::cout << name << ": " << text << "\n";
    }
}

}  // namespace fairlead::cli
