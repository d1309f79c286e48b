#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/id/uuid.hpp"

namespace fairlead::facts {

// Numbers for ids and texts with few different values, so that their columns are small and fast to group by. The number
// 0 is the empty text and the id of zeros. Words are never removed, and their bytes never move. Safe from any thread.
class WordTable {
public:
    WordTable();

    std::int32_t NumberOf(std::string_view word);
    // Empty if the word has no number. Then no row has it.
    std::optional<std::int32_t> Find(std::string_view word) const;
    std::optional<std::int32_t> Find(const Uuid& id) const { return Find(WordOf(id)); }
    // Returns an empty text for an id of zeros.
    static std::string_view WordOf(const Uuid& id);

    // Reads many words. While it exists, no new word gets a number.
    class Reader {
    public:
        explicit Reader(const WordTable& table) : lock_(table.mutex_), words_(table.words_) {}
        // Empty if no word has this number.
        std::optional<std::string_view> At(std::int64_t number) const {
            if (number < 0 || static_cast<std::size_t>(number) >= words_.size()) return std::nullopt;
            return words_[static_cast<std::size_t>(number)];
        }

    private:
        std::shared_lock<std::shared_mutex> lock_;
        const std::deque<std::string>& words_;
    };

    // The unsaved words in the order of their numbers, and the number of the first one.
    struct Unsaved {
        std::int64_t first = 0;
        std::vector<std::string_view> words;
    };
    Unsaved NotSaved() const;
    // Marks all words with lower numbers as saved.
    void MarkSaved(std::int64_t end);

private:
    mutable std::shared_mutex mutex_;
    std::deque<std::string> words_;
    std::unordered_map<std::string_view, std::int32_t> numbers_;
    std::int64_t saved_ = 1;  // The number 0 is never saved.
};

// A cache of the numbers of short words, for one thread that looks up many. It takes no lock.
class WordCache {
public:
    explicit WordCache(WordTable& words) : words_(words), slots_(kSlots) {}

    std::int32_t NumberOf(std::string_view word);
    std::int32_t NumberOf(const Uuid& id) { return NumberOf(WordTable::WordOf(id)); }

private:
    static constexpr std::size_t kSlots = 8192;
    static constexpr std::size_t kLengthMax = 16;  // The length of an id.

    struct Slot {
        std::array<char, kLengthMax> bytes{};
        std::uint8_t length = 0;
        std::int32_t number = 0;
    };

    WordTable& words_;
    std::vector<Slot> slots_;
};

}  // namespace fairlead::facts
