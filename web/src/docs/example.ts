import type { MediaType, Schema } from './openapi';
import { nameOf, type ApiReference } from './reference';

const DEPTH_MAX = 10;

// Example values by the name of the member.
const KNOWN: Record<string, unknown> = {
    action: 'brands.update',
    actor: 'key:nightly-feed',
    agent: 'Mozilla/5.0 (X11; Linux x86_64)',
    browser: 'Firefox',
    campaign: 'Spring',
    clickid: '01a1dd0b-7fda-7001-8c1c-0c11c0000001',
    code: 'spring-offer',
    contenthash: '9f2c4b7d…',
    country: 'DE',
    currency: 'EUR',
    cursor: 'MjAyNi0xMS0xNQ',
    detail: 'must not be empty',
    device: 'mobile',
    email: 'partner@example.com',
    eventtime: '2026-11-15T10:00:00Z',
    externalref: 'player-1',
    field: '/amount',
    formula: 'ngr / ftd_count',
    game: 'Book of Tides',
    hash: '9f2c4b7d…',
    html: '<a href="https://track.example.com/…"><img src="https://cdn.example/banner.png" alt=""></a>',
    idempotencykey: 'first_deposit_player-1',
    ip: '203.0.113.9',
    key: 'fairlead_…',
    message: 'must be a number',
    method: 'SEPA',
    name: 'Spring campaign',
    nextcursor: null,
    notes: 'Met in Malta',
    os: 'Android',
    period: '2026-11',
    playerexternalref: 'player-1',
    pointer: '/name',
    prefix: 'fairlead_0d9c',
    product: 'casino',
    reason: 'Agreed by email on 3 November',
    reference: 'TX-20261130-7',
    relativepath: 'slots/new',
    sub1: 'newsletter',
    sub2: 'may',
    sub3: 'a',
    sub4: 'top',
    sub5: '7',
    timezone: 'Europe/Malta',
    title: 'The request has invalid members',
    token: 'k3Vb0Qx…',
    useragent: 'Mozilla/5.0 (X11; Linux x86_64)',
};

// Example names by schema.
const CALLED: Record<string, string> = {
    Affiliate: 'Bonus Scout',
    ApiKey: 'Nightly feed',
    Brand: 'Harbour Casino',
    Campaign: 'Spring',
    Creative: 'Welcome banner',
    Deal: 'CPA 100 and 25 %',
    Link: 'Newsletter in May',
    MarketingSource: 'Blog',
    Operator: 'Harbour Gaming',
    PortalBranding: 'Harbour Partners',
    ReportPreset: 'Daily numbers',
};

// Example URLs by member. All others are those of a casino.
const ADDRESSES: Record<string, string> = {
    apiUrl: 'https://track.example.com/api/v1/reports/k3Vb0Qx',
    imageUrl: 'https://cdn.example.com/welcome.png',
    impressionUrl: 'https://track.example.com/api/v1/track/impression/01a1dd0b-7fda-7001-8f66-70eb4f0a3c11',
    logoUrl: 'https://cdn.example.com/logo.svg',
    shortUrl: 'https://track.example.com/r/spring-offer',
    trackingUrl: 'https://track.example.com/api/v1/track/click/spring-offer',
    websiteUrl: 'https://casino.example',
};

const BY_FORMAT: Record<string, unknown> = {
    date: '2026-11-15',
    'date-time': '2026-11-15T10:00:00.000Z',
    email: 'partner@example.com',
    hostname: 'partners.example.com',
    uri: 'https://casino.example/join',
};

// Tried in this order for a member that has only a pattern.
const FITTING = [
    'DE', 'EUR', '2026-11', '2026-11-15', '125.50', '100', '25', '#1a2b3c', 'spring-offer', 'fairlead_0d9c', '0123456789abcdef', `fairlead_${'0123456789abcdef'.repeat(4)}`, '-125.50', '/name', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
];

// The same id for the same object everywhere: `brandId`, `brand_id` and the `id` of a brand.
function idFor(name: string, owner: string): string {
    const kind = (name === 'id' ? owner : name.replace(/(_?id|Ids?|Id)$/i, '')).toLowerCase();
    let hash = 7;
    for (const letter of kind) hash = (hash * 31 + letter.charCodeAt(0)) % 0xffffff;
    return `01a1dd0b-7fda-7001-8f66-70eb4f${hash.toString(16).padStart(6, '0')}`;
}

// An example value of a schema. `name` is the name of the member, `owner` the schema that contains it.
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
    if (format === 'uri' && name in ADDRESSES) return ADDRESSES[name];
    if (name === 'name' && owner in CALLED) return CALLED[owner];
    if (format && format in BY_FORMAT) return BY_FORMAT[format];
    if (pattern) return FITTING.find((text) => new RegExp(pattern).test(text)) ?? '…';
    const known = name.replaceAll('_', '').toLowerCase();
    if (known in KNOWN) return KNOWN[known];
    return minLength && minLength > 1 ? 'text'.padEnd(minLength, '.') : 'text';
}
