import type {
    Answer, Body, MediaType, Method, OpenApi, OperationObject, Parameter, PathItem, Reference, Schema, Security,
    SecurityScheme,
} from './openapi';

// The order of methods within a group.
const METHODS: Method[] = ['post', 'get', 'put', 'patch', 'delete'];

// The order of groups. Other tags follow by name.
const FIRST_TAGS = [
    'events', 'tracking', 'reports', 'saved reports', 'players', 'accruals', 'statements', 'affiliates', 'tracking links',
    'marketing sources', 'campaigns', 'creatives', 'images', 'deals', 'exchange rates', 'operator', 'brands', 'users', 'API keys',
    'accounts', 'portal', 'health', 'audit log',
];

// The first operations of their groups. Others follow by path.
const FIRST_OPERATIONS = ['sendEvents'];

export interface AnswerOf {
    status: string;
    description: string;
    headers: { name: string; description?: string }[];
    content: Record<string, MediaType>;
}

// One operation with its references resolved, except those to schemas.
export interface Operation {
    id: string;
    method: Method;
    path: string;
    tag: string;
    summary: string;
    description: string;
    callers: string[];
    isPublic: boolean;
    // The authentication in the example: an API key, a cookie, or none.
    proof: 'key' | 'cookie' | 'none';
    parameters: Parameter[];
    body?: { required: boolean; type: string; media: MediaType };
    answers: AnswerOf[];
}

export interface Group {
    tag: string;
    title: string;
    slug: string;
    operations: Operation[];
    // What the service sends to receivers. The path of a message is its type.
    messages: Operation[];
}

// The API document in the form that the pages use.
export class ApiReference {
    readonly groups: Group[];
    readonly operations: Map<string, Operation>;
    readonly messages: Map<string, Operation>;

    constructor(readonly document: OpenApi) {
        const operations = Object.entries(document.paths).flatMap(([path, item]) => this.operationsOf(path, item));
        const messages = Object.entries(document.webhooks ?? {}).flatMap(([type, item]) => this.messagesOf(type, item));
        this.operations = new Map(operations.map((operation) => [operation.id, operation]));
        this.messages = new Map(messages.map((message) => [message.id, message]));
        this.groups = groupByTag(operations, messages);
    }

    get schemaNames(): string[] {
        return Object.keys(this.document.components.schemas);
    }

    schema(name: string): Schema | undefined {
        return this.document.components.schemas[name];
    }

    resolve<T extends object>(place: Reference<T>): T {
        let found: unknown = place;
        while (found && typeof found === 'object' && '$ref' in found && typeof found.$ref === 'string') {
            found = this.at(found.$ref);
        }
        return found as T;
    }

    // The operations and messages that use this schema, directly or within another.
    usersOf(name: string): Operation[] {
        return [...this.operations.values(), ...this.messages.values()].filter(({ body, answers }) =>
            this.schemasIn([...(body ? [body.media] : []), ...answers.flatMap(({ content }) => Object.values(content))]).has(name),
        );
    }

    // Whether requests contain it. In answers all members are present.
    isSent(name: string): boolean {
        return [...this.operations.values()].some(({ body }) => body && this.schemasIn([body.media]).has(name));
    }

    private schemasIn(media: MediaType[]): Set<string> {
        const found = new Set<string>();
        const visit = (node: unknown): void => {
            if (!node || typeof node !== 'object') return;
            const name = '$ref' in node && typeof node.$ref === 'string' ? nameOf(node.$ref) : '';
            if (name && !found.has(name)) {
                found.add(name);
                visit(this.schema(name));
            }
            Object.values(node).forEach(visit);
        };
        media.forEach(({ schema }) => visit(schema));
        return found;
    }

    private at(reference: string): unknown {
        const steps = reference.replace(/^#\//, '').split('/');
        return steps.reduce<unknown>((node, step) => (node as Record<string, unknown>)[step], this.document);
    }

    private operationsOf(path: string, item: PathItem): Operation[] {
        return METHODS.flatMap((method) => {
            const object = item[method];
            return object ? [this.operationOf(path, method, item, object)] : [];
        });
    }

    private messagesOf(type: string, item: PathItem): Operation[] {
        return item.post ? [{ ...this.operationOf(type, 'post', item, item.post), path: type }] : [];
    }

    private operationOf(path: string, method: Method, item: PathItem, object: OperationObject): Operation {
        const base = (item.servers ?? this.document.servers)[0]?.url.replace(/\/$/, '') ?? '';
        const security = object.security ?? this.document.security ?? [];
        const parameters = [...(item.parameters ?? []), ...(object.parameters ?? [])].map((one) => this.resolve(one));
        return {
            id: object.operationId,
            method,
            path: base + path,
            tag: object.tags?.[0] ?? 'other',
            summary: object.summary ?? object.operationId,
            description: object.description ?? '',
            callers: this.callersOf(security),
            isPublic: security.length === 0,
            proof: this.proofOf(security),
            parameters,
            body: object.requestBody && this.bodyOf(this.resolve(object.requestBody)),
            answers: Object.entries(object.responses).map(([status, answer]) => this.answerOf(status, this.resolve(answer))),
        };
    }

    private bodyOf(body: Body): Operation['body'] {
        const [first] = Object.entries(body.content);
        return first && { required: body.required ?? false, type: first[0], media: first[1] };
    }

    private answerOf(status: string, answer: Answer): AnswerOf {
        const headers = Object.entries(answer.headers ?? {}).map(([name, header]) => ({ name, description: this.resolve(header).description }));
        return { status, description: answer.description, headers, content: answer.content ?? {} };
    }

    private schemesOf(security: Security): SecurityScheme[] {
        const known = this.document.components.securitySchemes ?? {};
        return security.flatMap((one) => Object.keys(one)).flatMap((name) => known[name] ?? []);
    }

    private callersOf(security: Security): string[] {
        const schemes = this.schemesOf(security);
        if (schemes.length === 0) return ['anyone, without authentication'];
        return schemes.map((scheme) => scheme.description ?? (scheme.in === 'cookie' ? 'a user with a session' : 'a program with an API key'));
    }

    private proofOf(security: Security): Operation['proof'] {
        const places = this.schemesOf(security).map((scheme) => scheme.in);
        if (places.includes('header')) return 'key';
        return places.includes('cookie') ? 'cookie' : 'none';
    }
}

// The name of the schema that a reference points to, or '' if it points to something else.
export function nameOf(reference: string): string {
    return /^#\/components\/schemas\/(.+)$/.exec(reference)?.[1] ?? '';
}

export function titleOf(tag: string): string {
    return tag.charAt(0).toUpperCase() + tag.slice(1);
}

export function slugOf(tag: string): string {
    return tag.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

function groupByTag(operations: Operation[], messages: Operation[]): Group[] {
    const tags = [...new Set([...operations, ...messages].map(({ tag }) => tag))];
    const place = (tag: string) => (FIRST_TAGS.includes(tag) ? FIRST_TAGS.indexOf(tag) : FIRST_TAGS.length);
    tags.sort((a, b) => place(a) - place(b) || a.localeCompare(b));
    const isFirst = ({ id }: Operation) => Number(FIRST_OPERATIONS.includes(id));
    return tags.map((tag) => ({
        tag,
        title: titleOf(tag),
        slug: slugOf(tag),
        operations: operations.filter((operation) => operation.tag === tag).sort((a, b) => isFirst(b) - isFirst(a)),
        messages: messages.filter((message) => message.tag === tag),
    }));
}
