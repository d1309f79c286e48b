import type { Schema } from '@/api/client';
import { atOnce, pieces, type Step } from './bulk';
import { newRequestKey } from './requestKey';

export type Results = Schema<'StatementStepResults'>;
type Body = { step: Step; statementIds: string[] } & Record<string, string | string[]>;
export type Post = (key: string, body: Body) => Promise<Results>;

// Sends one step of many statements, in several requests if they do not fit into one. The same request always has the same
// key. A repetition after a lost answer therefore does nothing twice and goes on where the first attempt ended. Other
// statements or other details are another request, with a key of its own.
export class BulkRequests {
    private readonly keys = new Map<string, string>();

    constructor(
        private readonly post: Post,
        private readonly newKey: () => string = newRequestKey,
    ) {}

    // Stops at the first request that fails, and throws its error.
    async send(step: Step, statementIds: string[], details: Record<string, string>): Promise<Results> {
        const whole: Results = { items: [], done: 0, refused: 0 };
        for (const some of pieces(statementIds, atOnce)) {
            const body = { step, statementIds: some, ...details } as Body;
            const answer = await this.post(this.keyOf(body), body);
            whole.items.push(...answer.items);
            whole.done += answer.done;
            whole.refused += answer.refused;
        }
        return whole;
    }

    private keyOf(body: Body): string {
        const content = JSON.stringify(body);
        const key = this.keys.get(content) ?? this.newKey();
        this.keys.set(content, key);
        return key;
    }
}
