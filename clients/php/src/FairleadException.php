<?php

declare(strict_types=1);

namespace Fairlead;

/** The base of all exceptions of this library. */
class FairleadException extends \RuntimeException
{
}
