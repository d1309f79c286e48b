"""Client of the Fairlead API."""

from fairlead.client import Batch, Client
from fairlead.errors import ApiError, FairleadError, InvalidRequest, SpoolFull, Unavailable, WebhookRefused
from fairlead.spool import Flushed, Spool
from fairlead.webhooks import verify_webhook

__all__ = ["ApiError", "Batch", "Client", "FairleadError", "Flushed", "InvalidRequest", "Spool", "SpoolFull", "Unavailable",
           "WebhookRefused", "verify_webhook"]
