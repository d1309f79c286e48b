import { ApiError, messageOf, type MemberError } from '@/api/error';

// "/terms/0/rate" names the field "terms.0.rate".
export const pathOf = (pointer: string): string => pointer.split('/').slice(1).map(unescapePart).join('.');
const unescapePart = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~');

const sentence = (detail: string): string => detail.charAt(0).toUpperCase() + detail.slice(1);

// Splits an error into the parts that belong to fields of the form and the rest, which is shown above the buttons.
export function placeErrors(error: unknown, fields: object): { byField: Record<string, string>; rest: string | null } {
    if (!(error instanceof ApiError) || error.errors.length === 0) return { byField: {}, rest: messageOf(error) };
    const hasField = ({ pointer }: MemberError) => (pointer.split('/')[1] ?? '') in fields;
    const byField = Object.fromEntries(error.errors.filter(hasField).map((one) => [pathOf(one.pointer), sentence(one.detail)]));
    const others = error.errors.filter((one) => !hasField(one)).map((one) => `${one.pointer} ${one.detail}`.trim());
    return { byField, rest: others.length > 0 ? others.join('; ') : null };
}
