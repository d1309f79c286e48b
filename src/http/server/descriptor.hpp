#pragma once

#include <utility>

#include <unistd.h>

namespace fairlead::http {

// Owns a file descriptor and closes it in the destructor.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        if (this != &other) {
            Close();
            number_ = std::exchange(other.number_, -1);
        }
        return *this;
    }
    ~Descriptor() { Close(); }

    int number() const { return number_; }
    bool is_open() const { return number_ >= 0; }
    void Close() {
        if (is_open()) close(std::exchange(number_, -1));
    }

private:
    int number_ = -1;
};

}  // namespace fairlead::http
