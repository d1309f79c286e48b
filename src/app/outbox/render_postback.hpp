#pragma once

#include <string>

#include "app/catalogue/catalogue.hpp"
#include "app/ports/outgoing/outbox.hpp"
#include "app/ports/outgoing/sender.hpp"
#include "domain/outbox/url_template.hpp"

namespace fairlead::app {

// What a postback is rendered with, in addition to the message.
struct RenderContext {
    const OperatorEntry& owner;
    const Bytes32& alias_key;  // The key of players' aliases: affiliates never see the operator's references.
};

// The values of the macros of a message to this affiliate.
outbox::MacroValues ValuesOf(const RenderContext& context, const WaitingMessage& message, MessageId id);

// The request of a message. The URL of a saved postback is valid, so this cannot fail.
OutgoingRequest RenderPostback(const outbox::Postback& postback, const outbox::MacroValues& values, MessageId id);

// The values of a test message.
outbox::MacroValues SampleValues(const RenderContext& context, const outbox::Postback& postback, MessageId id,
                                 Timestamp now);

// The URL with the values of parameters masked that look like secrets, for logs and people.
std::string MaskSecrets(const std::string& url);
// The same for a form.
std::string MaskParameters(std::string_view form);

}  // namespace fairlead::app
