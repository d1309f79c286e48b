import { createHmac, timingSafeEqual } from 'node:crypto';
import { WebhookRefused } from './errors.js';

export interface WebhookOptions {
    toleranceSeconds?: number;
    /** Seconds since 1970; the current time if it is not given. */
    now?: number;
}

type Headers = Record<string, string | string[] | undefined> | { get(name: string): string | null };

/**
 * Returns the JSON of a webhook whose signature is valid by the rules of Standard Webhooks; else throws WebhookRefused.
 *
 * `body` must be the body as it was received: another spelling of the same JSON has another signature. There may be several
 * secrets while one is being rotated. A message can arrive more than once: remember `webhook-id`.
 */
export function verifyWebhook(
    body: string | Uint8Array,
    headers: Headers,
    secrets: string | readonly string[],
    options: WebhookOptions = {},
): unknown {
    const raw = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body);
    const [id, sentAt, signatures] = ['id', 'timestamp', 'signature'].map((name) => headerOf(headers, `webhook-${name}`));
    if (!id || !signatures) {
        throw new WebhookRefused('the headers webhook-id, webhook-timestamp and webhook-signature are required');
    }
    checkTime(sentAt ?? '', options.toleranceSeconds ?? 300, options.now ?? Date.now() / 1000);
    const expected = (typeof secrets === 'string' ? [secrets] : secrets).map((secret) =>
        createHmac('sha256', keyOf(secret)).update(`${id}.${sentAt}.`).update(raw).digest(),
    );
    const given = signaturesOf(signatures);
    const matches = given.some((one) => expected.some((right) => one.length === right.length && timingSafeEqual(one, right)));
    if (!matches) throw new WebhookRefused('no signature matches');
    return JSON.parse(raw.toString('utf8'));
}

function headerOf(headers: Headers, name: string): string | undefined {
    if (typeof (headers as { get?: unknown }).get === 'function') {
        return (headers as { get(name: string): string | null }).get(name) ?? undefined;
    }
    const found = Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
    return Array.isArray(found) ? found[0] : (found as string | undefined);
}

function checkTime(sentAt: string, toleranceSeconds: number, now: number): void {
    if (!/^\d{1,15}$/.test(sentAt)) throw new WebhookRefused('webhook-timestamp is not a number of seconds');
    if (Math.abs(now - Number(sentAt)) > toleranceSeconds) {
        throw new WebhookRefused('webhook-timestamp is too old or too far ahead');
    }
}

function keyOf(secret: string): Buffer {
    const text = secret.replace(/^whsec_/, '');
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw new TypeError('a secret is whsec_ and base64');
    return Buffer.from(text, 'base64');
}

/** The signatures of version 1. Others are of later versions. */
function signaturesOf(header: string): Buffer[] {
    return header
        .split(' ')
        .filter((one) => one.startsWith('v1,'))
        .map((one) => Buffer.from(one.slice(3), 'base64'));
}
