#pragma once

#include <atomic>
#include <memory>
#include <thread>
#include <utility>

namespace fairlead {

// A value that one thread replaces while others read it. Readers keep the value that they got.
//
// Not std::atomic<std::shared_ptr>: in libstdc++ 12, its load() releases its lock without memory order. A processor
// that reorders, such as arm64, may then read the pointer of one value and count the references of another.
template <class Value>
class Published {
public:
    using Pointer = std::shared_ptr<const Value>;

    Published() = default;
    explicit Published(Pointer value) : value_(std::move(value)) {}

    Pointer Load() const {
        const Guard guard(lock_);
        return value_;
    }
    void Store(Pointer value) {
        const Guard guard(lock_);
        // The previous value is destroyed after the lock is released.
        value_.swap(value);
    }

private:
    // The lock is held for a few instructions, so waiting for it costs less than a mutex.
    class Guard {
    public:
        explicit Guard(std::atomic_flag& flag) : flag_(flag) {
            // The other thread may have lost its core.
            while (flag_.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
        }
        ~Guard() { flag_.clear(std::memory_order_release); }
        Guard(const Guard&) = delete;
        Guard& operator=(const Guard&) = delete;

    private:
        std::atomic_flag& flag_;
    };

    Pointer value_;
    mutable std::atomic_flag lock_;
};

}  // namespace fairlead
