import type { Schema } from './openapi';
import { nameOf, type ApiReference } from './reference';

// The type in words: "string (uuid)", "list of Brand", "number or string".
export function typeOf(schema: Schema, reference: ApiReference): string {
    if (schema.$ref) {
        const target = reference.resolve(schema);
        // The name of a long type is shown instead of the type.
        return target.properties || target.oneOf || hasManyChoices(target) ? nameOf(schema.$ref) : typeOf(target, reference);
    }
    if (schema.oneOf) return schema.oneOf.map((one) => typeOf(one, reference)).join(' or ');
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    const types = [schema.type ?? (schema.properties ? 'object' : 'any value')].flat();
    return types.map((type) => wordFor(type, schema, reference)).join(' or ');
}

const CHOICES_TOLD_AT_ONCE = 12;

// An enum with its own page.
export function hasManyChoices({ enum: choices }: Schema): boolean {
    return (choices?.length ?? 0) > CHOICES_TOLD_AT_ONCE;
}

function wordFor(type: string, schema: Schema, reference: ApiReference): string {
    if (type === 'array') return schema.items ? `list of ${typeOf(schema.items, reference)}` : 'list';
    if (type === 'object' && typeof schema.additionalProperties === 'object' && !schema.properties) {
        return `map of ${typeOf(schema.additionalProperties, reference)}`;
    }
    return type === 'string' && schema.format ? `string (${schema.format})` : type;
}

// The constraints of a value in short phrases.
export function constraintsOf(schema: Schema): string[] {
    const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
    return [
        between(minimum, maximum, ''),
        between(minLength, maxLength, ' characters'),
        between(minItems, maxItems, ' entries'),
        schema.pattern && !schema.examples ? `matches ${schema.pattern}` : '',
    ].filter((phrase) => phrase !== '');
}

function between(low: number | undefined, high: number | undefined, of: string): string {
    const write = (value: number) => value.toLocaleString('en');
    if (low !== undefined && high !== undefined) return low === high ? `${write(low)}${of}` : `${write(low)} to ${write(high)}${of}`;
    if (low !== undefined) return `at least ${write(low)}${of}`;
    return high !== undefined ? `at most ${write(high)}${of}` : '';
}

export function writeValue(value: unknown): string {
    return typeof value === 'string' ? value : JSON.stringify(value);
}
