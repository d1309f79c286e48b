<?php

declare(strict_types=1);

namespace Fairlead;

/** The spool file has reached its limit. The event was not kept. */
class SpoolFull extends FairleadException
{
}
