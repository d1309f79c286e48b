// A body of another system is read if and only if another JSON library can read it, and its translated events can be
// validated.
#include "http/codec/events/foreign_body.hpp"

#include <algorithm>
#include <memory>
#include <string_view>

#include <boost/json.hpp>

#include "app/adapters/read_adapter.hpp"
#include "base/assert.hpp"
#include "http/framing/body_limits.hpp"

namespace {

using namespace fairlead;
namespace json = boost::json;

void CheckDrafts(const http::ForeignBody& translated) {
    static const events::BrandEventYears kBrands{{BrandId::Parse("0190a0b0-c0d0-7e0f-8a1b-2c3d4e5f6071").value(), 10}};
    static const std::vector<Currency> kDeclared;
    static const Bytes32 kAddressKey{};
    const events::EventPolicy policy{kBrands, kDeclared, kAddressKey, Timestamp{1'773'151'509'000'000}};
    for (const events::EventDraft& draft : translated.body.drafts) {
        FAIRLEAD_ASSERT(draft.untranslated == !draft.errors.empty());
        events::Event event;
        const Errors errors = Validate(draft, policy, event);
        if (draft.ignored || draft.untranslated || !errors.empty()) continue;
        FAIRLEAD_ASSERT(!event.player_ref.empty() && event.idempotency_key == draft.idempotency_key.text);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const app::Adapters kAdapters = app::LoadAdapters("").value();
    static const app::ForeignQuery kQuery{{"brandId", "0190a0b0-c0d0-7e0f-8a1b-2c3d4e5f6071"}, {"type", "PAYMENT"}};
    // An exact copy on the heap, so that reading beyond the padding is detected.
    const std::unique_ptr<char[]> buffer(new char[size + http::kBodyPadding]());
    std::copy_n(data, size, buffer.get());
    const std::string_view text(buffer.get(), size);
    json::error_code failed;
    const json::value elsewhere = json::parse(text, failed, {}, {.max_depth = 500});
    for (const auto& [name, adapter] : kAdapters) {
        const auto translated = http::TranslateEventBody(adapter, kQuery, text);
        if (translated) {
            FAIRLEAD_ASSERT(!failed || failed == json::error::exponent_overflow);
            CheckDrafts(*translated);
        } else if (translated.error().code == ErrorCode::kInvalidJson) {
            FAIRLEAD_ASSERT(failed);
        }
    }
    return 0;
}
