import createClient from 'openapi-fetch';
import { errorOf, noAnswer, type ApiError } from './error';
import type { components, paths } from './schema';

export { ApiError, messageOf, type MemberError } from './error';

// A schema of the API document by its name: Schema<'Brand'>.
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

// One page of a list. All lists of the API have this form.
export interface Page<Item> {
    items: Item[];
    nextCursor: string | null;
}

const base = '/api/v1';

async function send(request: Request): Promise<Response> {
    try {
        return await fetch(request);
    } catch (error) {
        if (error instanceof DOMException && error.name === 'AbortError') throw error;
        throw noAnswer();
    }
}

// The typed client. Use it with `take`, which returns only the data: `take(api.GET('/brands', …))`.
export const api = createClient<paths>({ baseUrl: new URL(base, window.location.origin).href, credentials: 'same-origin', fetch: send });

const sessionLost = new Set<() => void>();

// Calls the listener when an answer shows that the session has ended, or that the user must set up two-factor
// authentication first. Wrong passwords and codes also return 401, but they
// do not end a session.
export function onSessionLost(listener: () => void): void {
    sessionLost.add(listener);
}

async function refusal(response: Response): Promise<ApiError> {
    const error = await errorOf(response);
    const isLogin = ['invalid_credentials', 'totp_required', 'invalid_totp'].includes(error.code);
    if ((error.status === 401 && !isLogin) || error.code === 'second_factor_required') sessionLost.forEach((listener) => listener());
    return error;
}

api.use({
    async onResponse({ response }) {
        if (!response.ok) throw await refusal(response);
    },
});

// The data of an answer. An error was already thrown as ApiError.
export async function take<Data>(answer: Promise<{ data?: Data }>): Promise<NonNullable<Data>> {
    const { data } = await answer;
    return data as NonNullable<Data>;
}

// For paths that are not in the API document.
export async function call<Data>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<Data> {
    const response = await send(
        new Request(base + path, {
            method,
            credentials: 'same-origin',
            headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
            body: body === undefined ? undefined : JSON.stringify(body),
        }),
    );
    if (!response.ok) throw path === '/auth/me' ? await errorOf(response) : await refusal(response);
    return (response.status === 204 ? undefined : await response.json()) as Data;
}
