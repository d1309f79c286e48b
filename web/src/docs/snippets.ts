import { curlOf, exampleValue, FILE, pathOf, sendsFile } from './curl';
import { Examples } from './example';
import type { ApiReference, Operation } from './reference';

export const LANGUAGES = [
    { id: 'curl', title: 'curl' },
    { id: 'python', title: 'Python' },
    { id: 'node', title: 'Node' },
    { id: 'php', title: 'PHP' },
    { id: 'java', title: 'Java' },
] as const;
export type Language = (typeof LANGUAGES)[number]['id'];

const KEY = 'fairlead_…';

// The parts of a call, as the libraries in clients/ take them.
interface Call {
    operation: Operation;
    origin: string;
    url: string;
    path: string[];
    query: [string, unknown][];
    body: unknown;
    // The class of the body in Java, or nothing if there is none.
    bodyClass: string | undefined;
}

// An example of a call: with the client library of the language if it has the operation, else with plain HTTP.
export function snippetOf(language: Language, operation: Operation, reference: ApiReference, origin: string): string {
    if (language === 'curl') return curlOf(operation, reference, origin);
    const examples = new Examples(reference);
    const named = (place: string) => operation.parameters.filter((one) => one.in === place && (place === 'path' || one.required));
    const call: Call = {
        operation,
        origin,
        url: origin + pathOf(operation, examples),
        path: named('path').map((one) => String(exampleValue(operation, examples, one.name))),
        query: named('query').map((one) => [one.name, exampleValue(operation, examples, one.name)]),
        body: operation.body ? examples.ofMedia(operation.body.media) : undefined,
        bodyClass: classOf(operation),
    };
    return (operation.proof === 'key' && !sendsFile(operation) ? WITH_LIBRARY : PLAIN)[language](call);
}

// Whether a body may have any members, so that no class describes it.
function isFree(schema: object): boolean {
    return !('$ref' in schema) && !('oneOf' in schema) && !('properties' in schema);
}

function classOf({ id, body }: Operation): string | undefined {
    const schema = body?.media.schema;
    if (!schema) return undefined;
    if ('$ref' in schema && typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1);
    if (isFree(schema)) return undefined;
    return 'oneOf' in schema ? undefined : `${id[0]?.toUpperCase()}${id.slice(1)}Body`;
}

type Writers = Record<Exclude<Language, 'curl'>, (call: Call) => string>;

const WITH_LIBRARY: Writers = {
    python: (call) =>
        `import fairlead\n\nclient = fairlead.Client("${call.origin}", "${KEY}")\n` +
        `${answerName(call)}client.${snake(methodOf(call))}(${[
            ...call.path.map(python),
            ...bodyOf(call).map(python),
            ...call.query.map(([name, value]) => `${snake(name)}=${python(value)}`),
        ].join(', ')})`,
    node: (call) =>
        `import { Client } from 'fairlead-client';\n\nconst client = new Client('${call.origin}', '${KEY}');\n` +
        `${answerName(call) && 'const answer = '}await client.${methodOf(call)}(${[
            ...call.path.map(script),
            ...bodyOf(call).map(script),
            ...(call.query.length > 0 ? [script(Object.fromEntries(call.query))] : []),
        ].join(', ')});`,
    php: (call) =>
        `$http = new Symfony\\Component\\HttpClient\\Psr18Client();\n$factory = new Nyholm\\Psr7\\Factory\\Psr17Factory();\n` +
        `$client = new Fairlead\\Client($http, $factory, '${call.origin}', '${KEY}');\n` +
        `${answerName(call) && '$answer = '}$client->${methodOf(call)}(${[
            ...call.path.map((value) => php(value)),
            ...bodyOf(call).map((value) => php(value)),
            ...(call.query.length > 0 ? [php(Object.fromEntries(call.query))] : []),
        ].join(', ')});`,
    java: (call) =>
        `import dev.fairlead.*;\nimport dev.fairlead.Types.*;\n\n` +
        `Client client = Client.builder("${call.origin}", "${KEY}").build();\n` +
        `${answerName(call) && 'var answer = '}client.${methodOf(call)}(${[
            ...call.path.map(java),
            ...bodyOf(call).map((value) =>
                isFree(call.operation.body?.media.schema ?? {}) ? `(Map<String, Object>) ${java(value)}` : javaBody(call.operation.id === 'sendEvents' ? 'Event' : call.bodyClass, value),
            ),
            ...(call.query.length > 0 ? [`Map.of(${call.query.map(([name, value]) => `${java(name)}, ${java(value)}`).join(', ')})`] : []),
        ].join(', ')});`,
};

// Operations of users and of everybody, and those that send a file, are not in the libraries.
const PLAIN: Writers = {
    python: ({ operation, url, body }) =>
        `import json\nimport urllib.request\n\nrequest = urllib.request.Request(${python(url)}, method="${operation.method.toUpperCase()}"` +
        `${body === undefined ? '' : `,\n    data=${sendsFile(operation) ? `open("${FILE}", "rb").read()` : `json.dumps(${python(body)}).encode()`}`})\n` +
        headersOf(operation).map(([name, value]) => `request.add_header("${name}", "${value}")\n`).join('') +
        `with urllib.request.urlopen(request) as answer:\n    print(answer.status, answer.read())`,
    node: ({ operation, url, body }) =>
        `const answer = await fetch(${script(url)}, {\n    method: '${operation.method.toUpperCase()}',\n    redirect: 'manual',\n` +
        `    headers: ${script(Object.fromEntries(headersOf(operation)))},\n` +
        `${body === undefined ? '' : `    body: ${sendsFile(operation) ? `await (await import('node:fs/promises')).readFile('${FILE}')` : `JSON.stringify(${script(body)})`},\n`}});\nconsole.log(answer.status, await answer.text());`,
    php: ({ operation, url, body }) =>
        `$options = [\n    'method' => '${operation.method.toUpperCase()}',\n    'follow_location' => 0,\n    'ignore_errors' => true,\n` +
        `    'header' => ${php(headersOf(operation).map(([name, value]) => `${name}: ${value}`))},\n` +
        `${body === undefined ? '' : `    'content' => ${sendsFile(operation) ? `file_get_contents('${FILE}')` : `json_encode(${php(body)})`},\n`}];\n` +
        `echo file_get_contents(${php(url)}, false, stream_context_create(['http' => $options]));`,
    java: ({ operation, url, body }) =>
        `HttpRequest request = HttpRequest.newBuilder(URI.create(${java(url)}))\n` +
        headersOf(operation).map(([name, value]) => `        .header("${name}", "${value}")\n`).join('') +
        `        .method("${operation.method.toUpperCase()}", ${body === undefined ? 'BodyPublishers.noBody()' : sendsFile(operation) ? `BodyPublishers.ofFile(Path.of("${FILE}"))` : `BodyPublishers.ofString(${textBlock(body)})`})\n` +
        `        .build();\nHttpResponse<String> answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());`,
};

// The libraries have functions of their own for events.
const BY_HAND: Record<string, string> = { sendEvents: 'sendEvent' };

function methodOf({ operation }: Call): string {
    return BY_HAND[operation.id] ?? operation.id;
}

function answerName({ operation }: Call): string {
    return operation.answers.some(({ status, content }) => status.startsWith('2') && Object.keys(content).length > 0) ? 'answer = ' : '';
}

function bodyOf({ body }: Call): unknown[] {
    return body === undefined ? [] : [body];
}

function headersOf({ proof, body }: Operation): [string, string][] {
    const proofs: Record<Operation['proof'], [string, string][]> = { cookie: [['Cookie', '__Host-fairlead=…']], key: [['X-API-Key', KEY]], none: [] };
    const sent = proofs[proof];
    return body ? [...sent, ['Content-Type', body.type]] : sent;
}

function snake(name: string): string {
    const written = name.replaceAll('-', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return ['from', 'in', 'is', 'not'].includes(written) ? `${written}_` : written;
}

const INDENT = '    ';

// Writes JSON with the brackets and words of a language.
function written(value: unknown, style: { text: (text: string) => string; words: [string, string, string]; list: [string, string]; map: [string, string]; pair: string; name?: (name: string) => string }, depth = 0): string {
    const inner = INDENT.repeat(depth + 1);
    const outer = INDENT.repeat(depth);
    if (value === null || value === undefined) return style.words[2];
    if (typeof value === 'boolean') return style.words[value ? 0 : 1];
    if (typeof value === 'string') return style.text(value);
    if (typeof value !== 'object') return String(value);
    const isList = Array.isArray(value);
    const [open, close] = isList ? style.list : style.map;
    const name = style.name ?? style.text;
    const entries = isList
        ? value.map((one: unknown) => written(one, style, depth + 1))
        : Object.entries(value).map(([member, one]) => `${name(member)}${style.pair}${written(one, style, depth + 1)}`);
    return entries.length === 0 ? open + close : `${open}\n${entries.map((one) => `${inner}${one},\n`).join('')}${outer}${close}`;
}

function python(value: unknown): string {
    return written(value, { text: JSON.stringify, words: ['True', 'False', 'None'], list: ['[', ']'], map: ['{', '}'], pair: ': ' });
}

function script(value: unknown): string {
    return written(value, {
        text: (text) => `'${escaped(text)}'`,
        words: ['true', 'false', 'null'],
        list: ['[', ']'],
        map: ['{', '}'],
        pair: ': ',
        name: (name) => (/^[a-z_]\w*$/i.test(name) ? name : `'${escaped(name)}'`),
    });
}

function php(value: unknown): string {
    return written(value, { text: (text) => `'${escaped(text)}'`, words: ['true', 'false', 'null'], list: ['[', ']'], map: ['[', ']'], pair: ' => ' });
}

function escaped(text: string): string {
    return text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
}

function java(value: unknown): string {
    return typeof value === 'object' ? `Json.read(${textBlock(value)})` : typeof value === 'string' ? JSON.stringify(value) : String(value);
}

function javaBody(bodyClass: string | undefined, value: unknown): string {
    if (!bodyClass || typeof value !== 'object' || value === null || Array.isArray(value)) return java(value);
    return `new ${bodyClass}()${Object.entries(value).map(([name, one]) => `\n        .set("${name}", ${one === null ? 'null' : java(one)})`).join('')}`;
}

function textBlock(value: unknown): string {
    const lines = JSON.stringify(value, null, 2).replaceAll('\\', '\\\\').split('\n');
    return `"""\n${lines.map((line) => `${INDENT.repeat(2)}${line}`).join('\n')}"""`;
}
