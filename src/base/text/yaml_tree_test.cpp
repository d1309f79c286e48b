#include "base/text/yaml_tree.hpp"

#include <gtest/gtest.h>

namespace fairlead {
namespace {

TEST(Yaml, ListsAndMapsKeepTheirOrderAndTheirLines) {
    const auto tree = ParseYaml("title: A thing\nrules:\n  - when: {/a: [1, two]}\n  - 'quoted'\n");
    ASSERT_TRUE(tree);
    EXPECT_EQ(tree->Find("title")->text, "A thing");
    const YamlNode& rules = *tree->Find("rules");
    ASSERT_EQ(rules.items.size(), 2U);
    EXPECT_EQ(rules.items[0].line, 3U);
    EXPECT_EQ(rules.items[0].Find("when")->Find("/a")->items[1].text, "two");
    EXPECT_EQ(rules.items[1].text, "quoted");
    EXPECT_EQ(tree->Find("nothing"), nullptr);
}

TEST(Yaml, AFaultNamesItsLine) {
    const auto line_of = [](std::string_view text) {
        const auto tree = ParseYaml(text);
        return tree ? std::size_t{0} : tree.error().line;
    };
    EXPECT_EQ(line_of("a: 1\nb: [1, 2\nc: 3\n"), 3U);
    EXPECT_EQ(line_of("a: 1\na: 2\n"), 2U);
    EXPECT_EQ(line_of("a: &x 1\nb: *x\n"), 1U);
    EXPECT_EQ(line_of("a: 1\n---\nb: 1\n"), 2U);
    EXPECT_EQ(line_of("a: !!binary x\n"), 1U);
    EXPECT_NE(line_of(""), 0U);
    EXPECT_NE(line_of(std::string(100, '[')), 0U);
}

}  // namespace
}  // namespace fairlead
