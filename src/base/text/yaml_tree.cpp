#include "base/text/yaml_tree.hpp"

#include <algorithm>
#include <memory>

#include <yaml.h>

namespace fairlead {
namespace {

constexpr int kYamlDepthMax = 16;

using YamlResult = std::expected<YamlNode, YamlFault>;

// An event of the parser, which owns memory.
class YamlEvent {
public:
    YamlEvent() = default;
    YamlEvent(const YamlEvent&) = delete;
    YamlEvent& operator=(const YamlEvent&) = delete;
    ~YamlEvent() { yaml_event_delete(&event_); }

    yaml_event_t* get() { return &event_; }
    yaml_event_type_t type() const { return event_.type; }
    std::size_t line() const { return event_.start_mark.line + 1; }

    std::string scalar() const {
        const auto& scalar = event_.data.scalar;
        const auto* bytes = reinterpret_cast<const char*>(scalar.value);
        return {bytes, scalar.length};
    }
    bool HasAnchorOrTag() const {
        switch (event_.type) {
            case YAML_SCALAR_EVENT: return event_.data.scalar.anchor != nullptr || event_.data.scalar.tag != nullptr;
            case YAML_SEQUENCE_START_EVENT:
                return event_.data.sequence_start.anchor != nullptr || event_.data.sequence_start.tag != nullptr;
            case YAML_MAPPING_START_EVENT:
                return event_.data.mapping_start.anchor != nullptr || event_.data.mapping_start.tag != nullptr;
            default: return event_.type == YAML_ALIAS_EVENT;
        }
    }

private:
    yaml_event_t event_{};
};

class YamlReader {
public:
    explicit YamlReader(std::string_view text) {
        yaml_parser_initialize(&parser_);
        yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()), text.size());
    }
    YamlReader(const YamlReader&) = delete;
    YamlReader& operator=(const YamlReader&) = delete;
    ~YamlReader() { yaml_parser_delete(&parser_); }

    YamlResult ReadDocument() {
        YamlEvent stream;
        YamlEvent document;
        if (!Next(stream) || !Next(document)) return std::unexpected(Broken());
        if (document.type() != YAML_DOCUMENT_START_EVENT) return Refuse(document, "the file is empty");
        YamlEvent first;
        if (!Next(first)) return std::unexpected(Broken());
        auto root = ReadNode(first, 0);
        if (!root) return root;
        YamlEvent end;
        YamlEvent after;
        if (!Next(end) || !Next(after)) return std::unexpected(Broken());
        if (after.type() != YAML_STREAM_END_EVENT) return Refuse(after, "the file has more than one document");
        return root;
    }

private:
    bool Next(YamlEvent& event) { return yaml_parser_parse(&parser_, event.get()) != 0; }

    YamlFault Broken() const {
        const std::size_t line = parser_.problem_mark.line + 1;
        return {line, parser_.problem != nullptr ? std::string("is not valid YAML: ") + parser_.problem
                                                 : std::string("is not valid YAML")};
    }

    static std::unexpected<YamlFault> Refuse(const YamlEvent& event, std::string why) {
        return std::unexpected(YamlFault{event.line(), std::move(why)});
    }

    YamlResult ReadNode(const YamlEvent& event, int depth) {
        if (depth > kYamlDepthMax) return Refuse(event, "is nested too deeply");
        if (event.HasAnchorOrTag()) return Refuse(event, "anchors, aliases and tags are not allowed");
        switch (event.type()) {
            case YAML_SCALAR_EVENT: return YamlNode{YamlNode::Kind::kScalar, event.line(), event.scalar()};
            case YAML_SEQUENCE_START_EVENT: return ReadList(event, depth);
            case YAML_MAPPING_START_EVENT: return ReadMap(event, depth);
            default: return Refuse(event, "a value is expected");
        }
    }

    YamlResult ReadList(const YamlEvent& start, int depth) {
        YamlNode list{YamlNode::Kind::kList, start.line(), {}};
        while (true) {
            YamlEvent event;
            if (!Next(event)) return std::unexpected(Broken());
            if (event.type() == YAML_SEQUENCE_END_EVENT) return list;
            auto item = ReadNode(event, depth + 1);
            if (!item) return item;
            list.items.push_back(std::move(*item));
        }
    }

    YamlResult ReadMap(const YamlEvent& start, int depth) {
        YamlNode map{YamlNode::Kind::kMap, start.line(), {}};
        while (true) {
            YamlEvent name;
            if (!Next(name)) return std::unexpected(Broken());
            if (name.type() == YAML_MAPPING_END_EVENT) return map;
            if (name.type() != YAML_SCALAR_EVENT) return Refuse(name, "a name must be a text");
            if (map.Find(name.scalar()) != nullptr) return Refuse(name, name.scalar() + " appears more than once");
            YamlEvent event;
            if (!Next(event)) return std::unexpected(Broken());
            auto value = ReadNode(event, depth + 1);
            if (!value) return value;
            map.names.push_back(name.scalar());
            map.items.push_back(std::move(*value));
        }
    }

    yaml_parser_t parser_{};
};

}  // namespace

const YamlNode* YamlNode::Find(std::string_view name) const {
    const auto found = std::ranges::find(names, name);
    return found == names.end() ? nullptr : &items[static_cast<std::size_t>(found - names.begin())];
}

std::expected<YamlNode, YamlFault> ParseYaml(std::string_view text) { return YamlReader(text).ReadDocument(); }

}  // namespace fairlead
