#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace fairlead {

// A value of a YAML document. Scalars are texts; the reader of the document decides what they mean.
struct YamlNode {
    enum class Kind : std::uint8_t { kScalar, kList, kMap };

    Kind kind = Kind::kScalar;
    std::size_t line = 0;  // Counted from 1.
    std::string text;      // Of a scalar.
    // Of a list or a map. A map also has names, each once, in the same order.
    std::vector<YamlNode> items = {};
    std::vector<std::string> names = {};

    // The value of a map with this name. Null if there is none.
    const YamlNode* Find(std::string_view name) const;
};

// Why a text is not a document that we accept.
struct YamlFault {
    std::size_t line = 0;
    std::string why;
};

// Reads one document. Anchors, aliases and tags are refused, so a small text cannot stand for a large tree.
std::expected<YamlNode, YamlFault> ParseYaml(std::string_view text);

}  // namespace fairlead
