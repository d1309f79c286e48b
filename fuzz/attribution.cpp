// For any clicks and any registration, Attribute decides like a naive oracle that applies the rules to every click.
// Each byte of the input is one choice.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/assert.hpp"
#include "domain/attribution/attribute.hpp"
#include "domain/attribution/naive_oracle_test.hpp"

namespace {

using namespace fairlead;
using tracking::Click;

class ChoiceOfBytes {
public:
    explicit ChoiceOfBytes(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

    bool IsAtEnd() const { return rest_.empty(); }
    std::uint64_t operator()(std::uint64_t bound) {
        if (rest_.empty()) return 0;
        const std::uint64_t choice = rest_.front() % bound;
        rest_ = rest_.subspan(1);
        return choice;
    }

private:
    std::span<const std::uint8_t> rest_;
};

constexpr std::size_t kClicksMax = 64;

std::vector<Click> ReadClicks(ChoiceOfBytes& choose) {
    constexpr std::int64_t kSteps[]{0, 1, kMicrosPerDay / 2, kMicrosPerDay, 15 * kMicrosPerDay, 30 * kMicrosPerDay};
    std::vector<Click> clicks;
    Timestamp now{40'000 * kMicrosPerDay};
    while (!choose.IsAtEnd() && clicks.size() < kClicksMax) {
        now.micros += kSteps[choose(std::size(kSteps))];
        Click& click = clicks.emplace_back(tracking::AnyClick(choose));
        click.time = now;
        click.id = tracking::MakeClickId({now, static_cast<std::uint32_t>(clicks.size()), choose(256)});
    }
    return clicks;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    // The first bytes choose the registration, the others the clicks.
    constexpr std::size_t kRegistrationBytes = 16;
    const std::span<const std::uint8_t> bytes(data, size);
    ChoiceOfBytes choose(bytes.first(std::min(size, kRegistrationBytes)));
    ChoiceOfBytes choose_clicks(bytes.subspan(std::min(size, kRegistrationBytes)));
    const auto clicks = ReadClicks(choose_clicks);
    const auto policy = attribution::AnyPolicy(choose);
    const auto registration = attribution::AnyRegistration(choose, policy, clicks);
    std::optional<Click> named;
    for (const Click& click : clicks) {
        if (click.id.ToString() == registration.click_id) named = click;
    }
    const auto decision = Attribute(registration, policy, named, clicks);
    const auto expected = AttributeNaively(registration, policy, clicks);
    FAIRLEAD_ASSERT(decision.method == expected.method);
    FAIRLEAD_ASSERT(decision.winner == expected.click);
    return 0;
}
