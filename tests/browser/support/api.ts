import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import type { Account, Service } from './service';

const browserAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

export type Json = Record<string, any>;

// Calls the API with the operator's key, as a program of the operator does.
export class Api {
    readonly url: string;
    readonly account: Account;

    constructor(
        private readonly service: Service,
        private readonly key = service.account.apiKey,
    ) {
        this.url = service.url;
        this.account = service.account;
    }

    withKey(key: string): Api {
        return new Api(this.service, key);
    }

    send(method: string, path: string, body?: unknown): Promise<Response> {
        const headers = { 'X-API-Key': this.key, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) };
        return fetch(`${this.url}/api/v1${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    }

    async call(method: string, path: string, body?: unknown): Promise<Json> {
        const answer = await this.send(method, path, body);
        if (!answer.ok) throw new Error(`${method} ${path} returned ${answer.status}: ${await answer.text()}`);
        return (await answer.json()) as Json;
    }

    // Calls the API as the operator's admin, because no key may create or change people.
    async byAdmin(method: string, path: string, body?: unknown): Promise<Json> {
        const headers: Record<string, string> = { Origin: this.url, 'Content-Type': 'application/json' };
        const { adminEmail: email, adminPassword: password } = this.account;
        const session = await fetch(`${this.url}/api/v1/auth/login`, { method: 'POST', headers, body: JSON.stringify({ email, password }) });
        const cookie = session.headers.get('set-cookie')?.split(';')[0];
        if (!cookie) throw new Error(`The admin cannot log in: ${await session.text()}`);
        const answer = await fetch(`${this.url}/api/v1${path}`, { method, headers: { ...headers, Cookie: cookie }, body: body === undefined ? undefined : JSON.stringify(body) });
        if (!answer.ok) throw new Error(`${method} ${path} returned ${answer.status}: ${await answer.text()}`);
        return (await answer.json()) as Json;
    }

    async items(path: string): Promise<Json[]> {
        return (await this.call('GET', path)).items as Json[];
    }

    // A click of a visitor with an ordinary browser. The click id is in the URL of the redirect.
    async click(trackingUrl: string): Promise<string> {
        const answer = await fetch(trackingUrl, { redirect: 'manual', headers: { 'User-Agent': browserAgent, Accept: 'text/html' } });
        const location = answer.headers.get('location');
        if (answer.status !== 302 || !location) throw new Error(`The link answered ${answer.status}`);
        return new URL(location).searchParams.get('click_id') ?? '';
    }

    async event(type: string, player: string, members: Json = {}): Promise<void> {
        const event = {
            event_type: type,
            event_time: new Date().toISOString(),
            brand_id: this.account.brandId,
            player_external_ref: player,
            idempotency_key: randomUUID(),
            ...members,
        };
        const { result } = await this.call('POST', '/events', event);
        if (result.status !== 'accepted') throw new Error(`The event is ${String(result.status)}`);
    }

    // Waits until reports show all clicks and events that were sent. They follow within a second or so, and a page reads a
    // report once when it is opened.
    async reported(): Promise<void> {
        const lastBlock = async () => (await this.call('GET', '/health')).projectorLag.lastBlock as number;
        // The answer waits until the clicks are in the ledger.
        await lastBlock();
        const newest = await this.service.newestBlock();
        await expect.poll(lastBlock, { message: 'Reports do not show all events of the ledger.', timeout: 120_000 }).toBeGreaterThanOrEqual(newest);
    }

    // A player that the link brings, with a first deposit.
    async player(link: Json, name: string, at = new Date(), amount = '100'): Promise<void> {
        const click_id = await this.click(link.trackingUrl as string);
        await this.event('registration', name, { click_id, event_time: at.toISOString() });
        await this.event('first_deposit', name, { event_time: at.toISOString(), amount, currency: 'EUR' });
    }

    // An affiliate with a link and a deal that pays this amount for each player.
    async affiliate(name: string, cpa: string): Promise<{ affiliate: Json; link: Json; deal: Json }> {
        const deal = await this.call('POST', '/deals', { name: `${name} CPA`, terms: { currency: 'EUR', cpa: { amount: cpa } } });
        const email = `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@example.com`;
        const affiliate = await this.call('POST', '/affiliates', { name, email, status: 'approved', dealIds: [deal.id] });
        const link = await this.call('POST', '/links', {
            affiliateId: affiliate.id,
            brandId: this.account.brandId,
            destinationUrl: 'https://casino.example/play',
            name: `${name} link`,
        });
        return { affiliate, link, deal };
    }
}

// A day in the middle of last month, in UTC, and that month as statements name it.
export function lastMonth(): { at: Date; period: string; words: string } {
    const now = new Date();
    const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15, 12));
    return {
        at,
        period: at.toISOString().slice(0, 7),
        words: new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(at),
    };
}
