#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace fairlead::app {

// A hash index whose copies share their common parts: adding to a copy costs one small bucket, not the whole index.
// Entries are never removed or changed, because keys are assigned for good.
template <class Key, class Value, class Hash = std::hash<Key>>
class SharedIndex {
    struct Slot {
        Key key;
        Value value;
    };
    using Bucket = std::vector<Slot>;
    static constexpr std::size_t kBuckets = 4096;

public:
    SharedIndex() : buckets_(kBuckets) {}

    // Null if there is none. Valid as long as this index.
    template <class Like>
    const Value* Find(const Like& key) const {
        const auto& bucket = buckets_[BucketOf(key)];
        if (bucket == nullptr) return nullptr;
        const auto slot = std::ranges::find_if(*bucket, [&](const Slot& one) { return one.key == key; });
        return slot == bucket->end() ? nullptr : &slot->value;
    }

    // Does nothing if the key is already present.
    void Add(Key key, Value value) {
        if (Find(key) != nullptr) return;
        auto& bucket = buckets_[BucketOf(key)];
        // A bucket without another owner may grow in place. Otherwise filling a new index would copy a bucket for each
        // key.
        if (bucket == nullptr) {
            bucket = std::make_shared<Bucket>();
        } else if (bucket.use_count() > 1) {
            bucket = std::make_shared<Bucket>(*bucket);
        }
        bucket->push_back({std::move(key), std::move(value)});
    }

private:
    template <class Like>
    static std::size_t BucketOf(const Like& key) {
        // The upper bits of the product depend on all bits of the hash.
        return static_cast<std::size_t>((Hash()(key) * 0x9E3779B97F4A7C15ULL) >> 52U);
    }
    static_assert(kBuckets == 1ULL << (64U - 52U));

    std::vector<std::shared_ptr<Bucket>> buckets_;
};

}  // namespace fairlead::app
