import type { MediaType, Schema } from './openapi';
import { nameOf, type ApiReference } from './reference';

const DEPTH_MAX = 6;

// Values that people know from the rest of the page, by the name of the member.
const KNOWN: Record<string, unknown> = {
    actor: 'key:nightly-feed',
    browser: 'Firefox',
    campaign: 'Spring',
    city: 'Valletta',
    click_id: '01a1dd0b-7fda-7001-8c1c-0c11c0000001',
    code: 'spring-offer',
    content_hash: '9f2c4b7d',
    contentHash: '9f2c4b7d',
    country: 'DE',
    currency: 'EUR',
    cursor: 'MjAyNi0xMS0xNQ',
    description: 'What it is about',
    detail: 'name must not be empty',
    device: 'mobile',
    email: 'partner@example.com',
    event_time: '2026-11-15T10:00:00Z',
    externalRef: 'player-1',
    game: 'Book of Tides',
    idempotency_key: 'first_deposit_player-1',
    idempotencyKey: 'first_deposit_player-1',
    ip: '203.0.113.9',
    key: 'fairlead_0d9c…',
    method: 'SEPA',
    name: 'Spring campaign',
    nextCursor: null,
    notes: 'Met in Malta',
    os: 'Android',
    period: '2026-11',
    player_external_ref: 'player-1',
    pointer: '/name',
    prefix: 'fairlead_0d9c',
    product: 'casino',
    reason: 'Agreed by mail on 3 November',
    reference: 'TX-20261130-7',
    role: 'manager',
    timeZone: 'Europe/Malta',
    title: 'The request has invalid members',
    token: 'k3Vb0Qx…',
    type: 'about:blank',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64)',
};

const BY_FORMAT: Record<string, unknown> = {
    date: '2026-11-15',
    'date-time': '2026-11-15T10:00:00.000Z',
    email: 'partner@example.com',
    hostname: 'partners.example.com',
    uri: 'https://casino.example/join',
};

// Tried in this order for what has a pattern and nothing else.
const FITTING = [
    'DE', 'EUR', '2026-11', '2026-11-15', '125.50', '100', '25', '#1a2b3c', 'spring-offer', 'fairlead_0d9c', '0123456789abcdef', '-125.50', '/name',
];

// The same id for the same kind of thing, wherever it stands: `brandId`, `brand_id` and the `id` of a brand.
function idFor(name: string, owner: string): string {
    const kind = (name === 'id' ? owner : name.replace(/(_?id|Ids?|Id)$/i, '')).toLowerCase();
    let hash = 7;
    for (const letter of kind) hash = (hash * 31 + letter.charCodeAt(0)) % 0xffffff;
    return `01a1dd0b-7fda-7001-8f66-70eb4f${hash.toString(16).padStart(6, '0')}`;
}

// A believable value of a schema. `name` is the member that it stands for, `owner` the kind of thing that has it.
export class Examples {
    constructor(private readonly reference: ApiReference) {}

    ofMedia(media: MediaType, name = ''): unknown {
        if (media.example !== undefined) return media.example;
        const [first] = Object.values(media.examples ?? {});
        if (first) return first.value;
        return media.schema ? this.of(media.schema, name) : undefined;
    }

    of(schema: Schema, name = '', owner = '', depth = 0): unknown {
        if (schema.$ref) {
            const target = nameOf(schema.$ref);
            const kind = target.replace(/^(New|Created)|(Change|Page)$/g, '');
            return this.of(this.reference.resolve(schema), name, kind || owner, depth);
        }
        const given = schema.examples?.[0] ?? schema.const;
        if (given !== undefined) return given;
        const [choice] = schema.oneOf ?? [];
        if (choice) return this.of(choice, name, owner, depth);
        if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => this.of(part, name, owner, depth)));
        if (schema.default !== undefined && !isEmptyList(schema.default)) return schema.default;
        if (schema.enum) return schema.enum.find((value) => value === 'active') ?? schema.enum[0];
        return this.ofType(schema, name, owner, depth);
    }

    private ofType(schema: Schema, name: string, owner: string, depth: number): unknown {
        const types = [schema.type ?? []].flat();
        if (types.includes('object') || schema.properties) return this.ofObject(schema, name, owner, depth);
        if (types.includes('array')) return depth < DEPTH_MAX && schema.items ? [this.of(schema.items, name, owner, depth + 1)] : [];
        if (types.includes('string')) return textFor(schema, name, owner);
        if (types.includes('integer')) return integerFor(schema);
        if (types.includes('number')) return 125.5;
        if (types.includes('boolean')) return true;
        return null;
    }

    private ofObject(schema: Schema, name: string, owner: string, depth: number): unknown {
        if (depth >= DEPTH_MAX) return {};
        const members = Object.entries(schema.properties ?? {}).map(([member, its]) => [
            member,
            this.of(its, member, member === 'id' ? owner || name : owner, depth + 1),
        ]);
        if (members.length === 0 && typeof schema.additionalProperties === 'object') {
            return { [name === 'metrics' || name === 'totals' ? 'click_count' : 'DE']: this.of(schema.additionalProperties, '', owner, depth + 1) };
        }
        return Object.fromEntries(members);
    }
}

function isEmptyList(value: unknown): boolean {
    return Array.isArray(value) && value.length === 0;
}

function integerFor({ minimum, maximum }: Schema): number {
    const wished = 3;
    return Math.min(Math.max(wished, minimum ?? wished), maximum ?? wished);
}

function textFor({ format, pattern, minLength }: Schema, name: string, owner: string): unknown {
    if (format === 'uuid') return idFor(name, owner);
    if (format && format in BY_FORMAT) return BY_FORMAT[format];
    if (pattern) return FITTING.find((text) => new RegExp(pattern).test(text)) ?? '…';
    if (name in KNOWN) return KNOWN[name];
    return minLength && minLength > 1 ? 'text'.padEnd(minLength, '.') : 'text';
}
