#include "domain/catalogue/settings_effects.hpp"

#include <cstdlib>

namespace fairlead::catalogue {
namespace {

constexpr std::int64_t kMicrosPerMinute = 60 * kMicrosPerSecond;

// Describes a change from the values in force.
class EffectList {
public:
    EffectList(const PlannedChange& planned, Timestamp now) : planned_(planned), now_(now) {}

    std::vector<SettingsEffect> Describe() {
        const SettingsChange* pending = planned_.after.PendingAt(now_);
        if (pending == nullptr) {
            DescribeAtOnce();
        } else if (planned_.after != planned_.before) {
            DescribeCurrency(*pending);
            DescribeZone(*pending);
        }
        return std::move(effects_);
    }

private:
    std::string old_zone() const { return planned_.before.TimeZoneAt(now_); }
    std::string old_currency() const { return std::string(planned_.before.BaseCurrencyAt(now_).code()); }

    void Add(std::string_view about, std::string text) { effects_.push_back({about, std::move(text)}); }

    void DescribeAtOnce() {
        if (planned_.after.TimeZoneAt(now_) == old_zone() &&
            planned_.after.BaseCurrencyAt(now_).code() == old_currency()) {
            if (planned_.before.PendingAt(now_) != nullptr) Add("reports", "The planned change does not take place.");
            return;
        }
        Add("reports",
            "The change applies at once, because the operator has no events, adjustments or statements yet.");
    }

    void DescribeCurrency(const SettingsChange& change) {
        const std::string currency(change.base_currency.code());
        if (currency == old_currency()) return;
        const std::string day = change.first_day.ToString();
        Add("reports", "From " + day + " on, all reports show money in " + currency + " instead of " + old_currency() +
                           ", also for earlier days. Each amount is converted at the exchange rate of its day.");
        Add("statements", "Accruals, statements and payments keep their currencies and amounts.");
        if (planned_.min_payout.IsZero() && planned_.affiliates_with_minimum == 0) return;
        const std::string minimum = planned_.min_payout.ToString();
        std::string text = "From the statements of " + Period::Of(change.first_day).ToString() +
                           " on, minimum payouts are in " + currency + ": " + minimum + " " + old_currency() +
                           " becomes " + minimum + " " + currency + ".";
        if (planned_.affiliates_with_minimum > 0) {
            text += " The same applies to the minimum payouts of affiliates that have their own: " +
                    std::to_string(planned_.affiliates_with_minimum) + ".";
        }
        Add("minPayout", std::move(text));
    }

    void DescribeZone(const SettingsChange& change) {
        if (change.time_zone == old_zone()) return;
        const std::string day = change.first_day.ToString();
        Add("days", "From " + day + " on, hours, days, weeks and months are those of " + change.time_zone +
                        ". Earlier ones stay those of " + old_zone() + ", in reports and in statements.");
        Add("statements", "An accrual of an event before " + change.starts_at.ToIso8601() + " belongs to a month of " +
                              old_zone() + ", and a later one to a month of " + change.time_zone + ".");
        const std::int64_t ahead = planned_.zones.in_force.AheadMicros(planned_.zones.wanted, change.starts_at);
        if (ahead == 0) return;
        const std::string by = std::to_string(std::abs(ahead) / kMicrosPerMinute) + " minutes";
        Add("boundary", ahead > 0 ? "The day " + day + " is shorter by " + by + "."
                                  : "The day " + Date{change.first_day.days - 1}.ToString() + " is longer by " + by +
                                        ", and so is its month.");
    }

    const PlannedChange& planned_;
    Timestamp now_;
    std::vector<SettingsEffect> effects_;
};

}  // namespace

std::vector<SettingsEffect> EffectsOf(const PlannedChange& planned, Timestamp now) {
    return EffectList(planned, now).Describe();
}

}  // namespace fairlead::catalogue
