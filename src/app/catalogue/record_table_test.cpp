#include "app/catalogue/record_table.hpp"

#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fairlead::app {
namespace {

struct Thing {
    int id = 0;
    std::string name;
};

std::map<int, std::string> Contents(const RecordTable<Thing>& table) {
    std::map<int, std::string> contents;
    for (const Thing& thing : table) contents.emplace(thing.id, thing.name);
    return contents;
}

TEST(RecordTable, AnEmptyTableHasNoRecords) {
    const RecordTable<Thing> table;
    EXPECT_TRUE(table.empty());
    EXPECT_EQ(table.begin(), table.end());
    EXPECT_EQ(table.Find(1), nullptr);
    EXPECT_EQ(table.After(1), table.end());
}

TEST(RecordTable, ACopyIsNotAffectedByChangesOfTheOriginal) {
    RecordTable<Thing> table(std::vector<Thing>{{1, "one"}, {2, "two"}});
    const RecordTable<Thing> before = table;
    const Thing* two = table.Find(2);
    table.Put({1, "uno"});
    table.Put({3, "three"});
    EXPECT_EQ(Contents(before), (std::map<int, std::string>{{1, "one"}, {2, "two"}}));
    EXPECT_EQ(Contents(table), (std::map<int, std::string>{{1, "uno"}, {2, "two"}, {3, "three"}}));
    EXPECT_EQ(table.Find(2), two) << "unchanged records are shared";
}

RC_GTEST_PROP(RecordTable, IsAnOrderedMapUnderAnyChanges, ()) {
    std::map<int, std::string> model;
    std::vector<Thing> first;
    const int loaded = *rc::gen::inRange(0, 700);
    for (int i = 0; i < loaded; ++i) {
        first.push_back({i * 3, "loaded"});
        model[i * 3] = "loaded";
    }
    RecordTable<Thing> table(std::move(first));
    const auto changes = *rc::gen::container<std::vector<int>>(rc::gen::inRange(-100, 3000));
    for (const int id : changes) {
        const std::string name = "changed " + std::to_string(model.size());
        table.Put({id, name});
        model[id] = name;
    }
    for (int id = 5000; id < 5600; ++id) {
        table.Put({id, "appended"});
        model[id] = "appended";
    }
    for (const int id : *rc::gen::container<std::vector<int>>(rc::gen::inRange(-100, 6000))) {
        table.Remove(id);
        model.erase(id);
    }
    RC_ASSERT(table.size() == model.size());
    RC_ASSERT(Contents(table) == model);
    for (int id = -101; id < 3001; id += 7) {
        const auto found = model.find(id);
        const Thing* thing = table.Find(id);
        RC_ASSERT((thing == nullptr) == (found == model.end()));
        if (thing != nullptr) RC_ASSERT(thing->name == found->second);
        const auto after = table.After(id);
        const auto expected = model.upper_bound(id);
        RC_ASSERT((after == table.end()) == (expected == model.end()));
        if (expected != model.end()) RC_ASSERT(after->id == expected->first);
    }
}

}  // namespace
}  // namespace fairlead::app
