#pragma once

#include <cstdint>
#include <cstring>
#include <list>
#include <optional>
#include <unordered_map>

#include "base/crypto/secrets.hpp"

namespace fairlead::app {

// Counts attempts by name. The window of a name starts with its first attempt; the count ends with the window. At most
// `entries_max` names are kept: if the table is full, a new name replaces the one whose window started first. Each call
// does a bounded amount of work. Not safe for use by several threads at once.
class AttemptCounts {
public:
    // A keyed digest: all names have the same size, and an attacker cannot choose names that collide.
    using Name = Bytes16;
    // The maximum of expired entries that one call drops. More than one, so that entries are dropped faster than added.
    static constexpr int kDroppedPerCall = 2;

    AttemptCounts(std::size_t entries_max, std::int64_t window_micros);

    // The end of the window in which `attempts_max` attempts were made; nothing if another attempt is allowed.
    std::optional<std::int64_t> ClosedUntil(const Name& name, int attempts_max, std::int64_t now_micros) const;
    // Returns the number of attempts in the window, with this one.
    int Add(const Name& name, std::int64_t now_micros);
    // Closes the name as if `attempts` attempts had been made in a window that ends at `until_micros`.
    void Close(const Name& name, int attempts, std::int64_t until_micros, std::int64_t now_micros);
    // Takes one attempt back. A name without attempts is dropped.
    void TakeBack(const Name& name);

    std::size_t size() const { return entries_.size(); }

private:
    struct Entry {
        Name name;
        int attempts = 0;
        std::int64_t started_micros = 0;
    };
    using Entries = std::list<Entry>;
    struct Hash {
        std::size_t operator()(const Name& name) const {
            std::size_t hash = 0;
            std::memcpy(&hash, name.data(), sizeof(hash));
            return hash;
        }
    };

    std::int64_t EndOf(const Entry& entry) const { return entry.started_micros + window_micros_; }
    Entries::iterator Insert(const Name& name, std::int64_t now_micros);
    void Drop(Entries::iterator entry);
    void DropExpired(std::int64_t now_micros);

    const std::size_t entries_max_;
    const std::int64_t window_micros_;
    Entries entries_;  // In the order in which they were added. Windows end in this order, except those of Close.
    std::unordered_map<Name, Entries::iterator, Hash> by_name_;
};

}  // namespace fairlead::app
