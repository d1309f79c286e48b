<?php

declare(strict_types=1);

namespace Fairlead;

/** The signature of a webhook is not valid. Answer 400 and do not use its body. */
class WebhookRefused extends FairleadException
{
}
