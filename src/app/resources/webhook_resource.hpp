#pragma once

#include "app/declarations/catalogue_resource.hpp"

namespace fairlead::app {

// Gives the webhook a new secret, which the answer shows once. The previous one stays valid for a day.
ManageCatalogue::Decide RotateWebhookSecret(Uuid id, ChangeRequest request);

}  // namespace fairlead::app
