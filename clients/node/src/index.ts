export { Batch, Client, type ClientOptions } from './client.js';
export { ApiError, FairleadError, InvalidRequest, SpoolFull, SpoolInUse, Unavailable, WebhookRefused } from './errors.js';
export { Spool, type Flushed } from './spool.js';
export { verifyWebhook, type WebhookOptions } from './webhooks.js';
export type * from './types.js';
