import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { answerExamples } from './answers';
import { constraintsOf, typeOf } from './constraints';
import { curlOf } from './curl';
import { Examples } from './example';
import type { OpenApi, Schema } from './openapi';
import { placeOf } from './places';
import { ApiReference, type Operation } from './reference';
import { requestText } from './requestText';
import { find, indexOf } from './search';

const file = fileURLToPath(new URL('../../../api/openapi.yaml', import.meta.url));
const reference = new ApiReference(parse(readFileSync(file, 'utf8')) as OpenApi);
const examples = new Examples(reference);

function operation(id: string): Operation {
    const found = reference.operations.get(id);
    if (!found) throw new Error(`there is no ${id}`);
    return found;
}

// The places where a value does not match its schema. Checks only what an example can get wrong.
function faults(value: unknown, schema: Schema, at: string): string[] {
    const target = reference.resolve(schema);
    if (value === undefined) return [`${at}: nothing`];
    if (target.oneOf) return target.oneOf.some((one) => faults(value, one, at).length === 0) ? [] : [`${at}: none of the choices`];
    const types = [target.type ?? []].flat();
    const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) && !types.includes('number') ? 'integer' : typeof value;
    if (types.length > 0 && !types.includes(kind)) return [`${at}: ${kind}, not ${types.join(' or ')}`];
    if (target.enum && !target.enum.includes(value)) return [`${at}: not one of the values`];
    if (typeof value === 'string' && target.pattern && !new RegExp(target.pattern).test(value)) return [`${at}: "${value}" does not match`];
    if (Array.isArray(value)) return value.flatMap((one, index) => faults(one, target.items ?? {}, `${at}/${index}`));
    if (value && typeof value === 'object' && target.properties) {
        return Object.entries(target.properties).flatMap(([name, its]) =>
            name in value ? faults((value as Record<string, unknown>)[name], its, `${at}/${name}`) : target.required?.includes(name) ? [`${at}/${name}: missing`] : [],
        );
    }
    return [];
}

describe('the reference', () => {
    it('has every operation of the document in exactly one group', () => {
        const document = reference.document;
        const methods = ['get', 'post', 'put', 'patch', 'delete'];
        const ids = Object.values(document.paths).flatMap((item) => Object.entries(item).filter(([key]) => methods.includes(key)));
        expect(reference.operations.size).toBe(ids.length);
        expect(reference.groups.flatMap((group) => group.operations)).toHaveLength(ids.length);
    });

    it('has every message of the document in the group of webhooks, with the example that the receiver gets', () => {
        const types = Object.keys(reference.document.webhooks ?? {});
        expect(types).toHaveLength(12);
        const group = reference.groups.find(({ tag }) => tag === 'webhooks');
        expect(group?.messages.map(({ path }) => path)).toEqual(types);
        for (const message of group?.messages ?? []) {
            const [head = '', body = ''] = requestText(message, examples).split('\n\n');
            expect(head).toMatch(/\nwebhook-id: .+\nwebhook-timestamp: \d+\nwebhook-signature: v1,/);
            expect(JSON.parse(body)).toMatchObject({ type: message.path });
        }
    });

    it('starts with the most important groups', () => {
        expect(reference.groups[0]?.tag).toBe('events');
        expect(reference.groups[0]?.operations[0]?.id).toBe('sendEvents');
    });

    it('knows the authentication of an operation', () => {
        expect(operation('click').isPublic).toBe(true);
        expect(operation('click').proof).toBe('none');
        expect(operation('listBrands').proof).toBe('key');
    });

    it('merges the parameters of a path and of its method', () => {
        expect(operation('fetchReport').parameters.map(({ name }) => name)).toEqual(['token', 'format', 'startDate', 'endDate']);
    });

    it('lists the uses of a schema, also within another', () => {
        const users = reference.usersOf('Receipt').map(({ id }) => id);
        expect(users).toContain('sendEvents');
        expect(users).not.toContain('listBrands');
    });
});

describe('examples', () => {
    it('match their schemas', () => {
        const found = reference.schemaNames.flatMap((name) => faults(examples.of({ $ref: `#/components/schemas/${name}` }), { $ref: `#/components/schemas/${name}` }, name));
        expect(found).toEqual([]);
    });

    it('of the document match their schemas', () => {
        const found = [...reference.operations.values(), ...reference.messages.values()].flatMap(({ id, body, answers }) =>
            [...(body ? [body.media] : []), ...answers.flatMap(({ content }) => Object.values(content))].flatMap((media) =>
                [media.example, ...Object.values(media.examples ?? {}).map(({ value }) => value)]
                    .filter((value) => value !== undefined)
                    .flatMap((value) => faults(value, media.schema ?? {}, id)),
            ),
        );
        expect(found).toEqual([]);
    });

    it('have the same id for the same object', () => {
        const brand = examples.of({ $ref: '#/components/schemas/Brand' }) as { id: string };
        const campaign = examples.of({ $ref: '#/components/schemas/Campaign' }) as { id: string; brandId: string };
        expect(campaign.brandId).toBe(brand.id);
        expect(campaign.id).not.toBe(brand.id);
    });

    it('of answers have every status, and a problem has its own', () => {
        const labels = answerExamples(operation('sendEvents'), reference);
        expect(labels.map(({ label }) => label)).toContain('202 · a batch');
        expect(JSON.parse(labels.find(({ label }) => label === '429')?.text ?? '')).toMatchObject({ status: 429 });
    });
});

describe('calls', () => {
    it('go to the host of the page, with API key and body', () => {
        const call = curlOf(operation('createBrand'), reference, 'https://track.example');
        expect(call.split('\n').slice(0, 3)).toEqual([
            'curl https://track.example/api/v1/brands \\',
            "  -H 'X-API-Key: fairlead_…' \\",
            "  -H 'Content-Type: application/json' \\",
        ]);
        const body = /-d '(.*)'$/s.exec(call)?.[1] ?? '';
        expect(JSON.parse(body)).toMatchObject({ name: 'Harbour Casino' });
    });

    it('name the method if curl would use another', () => {
        expect(curlOf(operation('changeBrand'), reference, '')).toContain('-X PATCH');
        expect(curlOf(operation('approveStatement'), reference, '')).toContain('-X POST');
        expect(curlOf(operation('sendEvents'), reference, '')).not.toContain('-X');
    });

    it('have no API key if none is needed', () => {
        expect(curlOf(operation('isAlive'), reference, 'http://h')).toBe('curl http://h/healthz');
    });
});

describe('words', () => {
    it('name types and bounds', () => {
        expect(typeOf({ type: ['string', 'null'], format: 'uuid' }, reference)).toBe('string (uuid) or null');
        expect(typeOf({ type: 'array', items: { $ref: '#/components/schemas/Event' } }, reference)).toBe('list of Event');
        expect(constraintsOf({ type: 'integer', minimum: 1, maximum: 36500 })).toEqual(['1 to 36,500']);
        expect(constraintsOf({ type: 'string', maxLength: 255 })).toEqual(['at most 255 characters']);
    });
});

describe('hashes and search', () => {
    it('a hash names an operation, a group, a schema or a section of the guide', () => {
        expect(placeOf('#createBrand', reference)).toMatchObject({ kind: 'group', group: { tag: 'brands' }, operation: { id: 'createBrand' } });
        expect(placeOf('#statementPaidWebhook', reference)).toMatchObject({ kind: 'group', group: { tag: 'webhooks' }, operation: { path: 'statement.paid' } });
        expect(placeOf('#group.api-keys', reference)).toMatchObject({ kind: 'group', group: { tag: 'API keys' } });
        expect(placeOf('#schema.Brand', reference)).toEqual({ kind: 'schema', name: 'Brand' });
        expect(placeOf('#guide.errors', reference)).toEqual({ kind: 'guide', section: 'errors' });
        expect(placeOf('#nothing.like.it', reference)).toEqual({ kind: 'guide', section: '' });
    });

    it('search finds entries with all words, matches in the title first', () => {
        const entries = indexOf(reference);
        expect(find(entries, 'create brand')[0]?.title).toBe('Create a brand');
        expect(find(entries, 'reports/query')[0]?.title).toBe('Query a report');
        expect(find(entries, 'statement.paid')[0]?.hash).toBe('#statementPaidWebhook');
        expect(find(entries, '  ')).toEqual([]);
        expect(find(entries, 'xyzzy')).toEqual([]);
    });
});
