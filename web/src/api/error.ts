// One invalid member of a request, by its JSON pointer.
export interface MemberError {
    pointer: string;
    code: string;
    detail: string;
}

// Money without an exchange rate, by currency.
export interface UnpricedMoney {
    currency: string;
    count: number;
    amount: string;
}

// An error from the server (problem+json). `status` is 0 if there was no answer.
export class ApiError extends Error {
    constructor(
        readonly status: number,
        readonly code: string,
        readonly detail: string,
        readonly errors: MemberError[] = [],
        readonly retryAfterSeconds: number | null = null,
        readonly unpriced: UnpricedMoney[] = [],
    ) {
        super(detail);
        this.name = 'ApiError';
    }
}

export async function errorOf(response: Response): Promise<ApiError> {
    const retryAfter = Number(response.headers.get('Retry-After'));
    const wait = Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : null;
    try {
        const problem = (await response.clone().json()) as { code?: string; detail?: string; title?: string; errors?: MemberError[]; unpriced?: UnpricedMoney[] };
        const detail = problem.detail ?? problem.title ?? response.statusText;
        return new ApiError(response.status, problem.code ?? 'unknown', detail, problem.errors ?? [], wait, problem.unpriced ?? []);
    } catch {
        return new ApiError(response.status, 'unknown', `The server answered ${response.status}.`, [], wait);
    }
}

export function noAnswer(): ApiError {
    return new ApiError(0, 'unreachable', 'The server does not answer. Check your connection and try again.');
}

// The money that a refused closing lists; none for any other thrown value.
export function unpricedOf(error: unknown): UnpricedMoney[] {
    return error instanceof ApiError ? error.unpriced : [];
}

// A message to show, for any thrown value.
export function messageOf(error: unknown): string {
    if (error instanceof ApiError) return error.detail;
    return error instanceof Error ? error.message : 'Something went wrong.';
}
