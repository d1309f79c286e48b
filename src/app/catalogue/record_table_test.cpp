#include "app/catalogue/record_table.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/id/ids.hpp"

namespace fairlead::app {
namespace {

using ThingId = Id<struct ThingTag>;

struct Thing {
    ThingId id;
    std::string name;
};

// Ids in the order of their numbers.
ThingId Nth(int number) {
    const auto shifted = static_cast<std::uint32_t>(number + 1000);
    ThingId id;
    for (std::size_t i = 0; i < 4; ++i) id.uuid.bytes[i] = static_cast<std::uint8_t>(shifted >> (24U - 8U * i));
    return id;
}

std::map<ThingId, std::string> Contents(const RecordTable<Thing>& table) {
    std::map<ThingId, std::string> contents;
    for (const Thing& thing : table) contents.emplace(thing.id, thing.name);
    return contents;
}

TEST(RecordTable, AnEmptyTableHasNoRecords) {
    const RecordTable<Thing> table;
    EXPECT_TRUE(table.empty());
    EXPECT_EQ(table.begin(), table.end());
    EXPECT_EQ(table.Find(Nth(1)), nullptr);
    EXPECT_EQ(table.After(Nth(1)), table.end());
}

TEST(RecordTable, ACopyIsNotAffectedByChangesOfTheOriginal) {
    RecordTable<Thing> table(std::vector<Thing>{{Nth(1), "one"}, {Nth(2), "two"}});
    const RecordTable<Thing> before = table;
    const Thing* two = table.Find(Nth(2));
    table.Put({Nth(1), "uno"});
    table.Put({Nth(3), "three"});
    EXPECT_EQ(Contents(before), (std::map<ThingId, std::string>{{Nth(1), "one"}, {Nth(2), "two"}}));
    EXPECT_EQ(Contents(table), (std::map<ThingId, std::string>{{Nth(1), "uno"}, {Nth(2), "two"}, {Nth(3), "three"}}));
    EXPECT_EQ(table.Find(Nth(2)), two) << "unchanged records are shared";
}

TEST(RecordChunks, ACopySharesAllChunksButTheChangedOne) {
    RecordChunks::Slots slots;
    for (int i = 0; i < 10'000; ++i) slots.push_back({Nth(i).uuid, std::make_shared<int>(i)});
    const RecordChunks before(slots, nullptr);
    RecordChunks after = before;
    after.Put({Nth(5000).uuid, std::make_shared<int>(-1)}, nullptr);
    ASSERT_GT(before.chunks().size(), 20U);
    std::ptrdiff_t shared = 0;
    for (const auto& chunk : after.chunks()) shared += std::ranges::count(before.chunks(), chunk);
    EXPECT_EQ(shared, std::ssize(before.chunks()) - 1);
}

RC_GTEST_PROP(RecordTable, IsAnOrderedMapUnderAnyChanges, ()) {
    std::map<ThingId, std::string> model;
    std::vector<Thing> first;
    const int loaded = *rc::gen::inRange(0, 700);
    for (int i = 0; i < loaded; ++i) {
        first.push_back({Nth(i * 3), "loaded"});
        model[Nth(i * 3)] = "loaded";
    }
    RecordTable<Thing> table(std::move(first));
    const auto changes = *rc::gen::container<std::vector<int>>(rc::gen::inRange(-100, 3000));
    for (const int id : changes) {
        const std::string name = "changed " + std::to_string(model.size());
        table.Put({Nth(id), name});
        model[Nth(id)] = name;
    }
    for (int id = 5000; id < 5600; ++id) {
        table.Put({Nth(id), "appended"});
        model[Nth(id)] = "appended";
    }
    for (const int id : *rc::gen::container<std::vector<int>>(rc::gen::inRange(-100, 6000))) {
        table.Remove(Nth(id));
        model.erase(Nth(id));
    }
    RC_ASSERT(table.size() == model.size());
    RC_ASSERT(Contents(table) == model);
    for (int id = -101; id < 3001; id += 7) {
        const auto found = model.find(Nth(id));
        const Thing* thing = table.Find(Nth(id));
        RC_ASSERT((thing == nullptr) == (found == model.end()));
        if (thing != nullptr) RC_ASSERT(thing->name == found->second);
        const auto after = table.After(Nth(id));
        const auto expected = model.upper_bound(Nth(id));
        RC_ASSERT((after == table.end()) == (expected == model.end()));
        if (expected != model.end()) RC_ASSERT(after->id == expected->first);
    }
}

}  // namespace
}  // namespace fairlead::app
