import { Examples } from './example';
import type { MediaType } from './openapi';
import type { ApiReference, Operation } from './reference';

// One example of an answer.
export interface AnswerExampleOf {
    label: string;
    text: string;
}

export function statusWord(status: string): string {
    return status === 'default' ? 'otherwise' : status;
}

export function answerExamples(operation: Operation, reference: ApiReference): AnswerExampleOf[] {
    const examples = new Examples(reference);
    return operation.answers.flatMap(({ status, description, content }) => {
        const kinds = Object.entries(content);
        if (kinds.length === 0) return [{ label: statusWord(status), text: description }];
        return kinds.flatMap(([type, media]) =>
            variantsOf(media, examples).map(({ name, value }) => ({
                label: [statusWord(status), name, kinds.length > 1 && !name ? type : ''].filter(Boolean).join(' · '),
                text: written(type, value, status),
            })),
        );
    });
}

function variantsOf(media: MediaType, examples: Examples): { name: string; value: unknown }[] {
    const named = Object.entries(media.examples ?? {});
    if (named.length === 0) return [{ name: '', value: examples.ofMedia(media) }];
    return named.map(([name, { summary, value }]) => ({ name: summary ?? name, value }));
}

function written(type: string, value: unknown, status: string): string {
    if (typeof value === 'string') return type.startsWith('image/') ? '(an image)' : value;
    // A problem contains its status.
    const isProblem = type === 'application/problem+json' && /^\d+$/.test(status);
    return JSON.stringify(isProblem ? { ...(value as object), status: Number(status) } : value, null, 2);
}
