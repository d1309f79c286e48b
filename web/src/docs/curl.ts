import { Examples } from './example';
import type { ApiReference, Operation } from './reference';

const PROOFS = {
    key: ["-H 'X-API-Key: fairlead_…'"],
    cookie: ["-b '__Host-fairlead=…'"],
    none: [],
};

// A file that an example sends.
export const FILE = 'banner.png';

// Whether the body is a file. The client libraries do not have such operations.
export const sendsFile = ({ body }: Operation): boolean => body?.type === 'application/octet-stream';

// A curl command to the host of this page.
export function curlOf(operation: Operation, reference: ApiReference, origin: string): string {
    const examples = new Examples(reference);
    const parts = [`curl ${quoteUrl(origin + pathOf(operation, examples))}`];
    if (operation.method !== 'get' && !(operation.method === 'post' && operation.body)) parts.push(`-X ${operation.method.toUpperCase()}`);
    parts.push(...PROOFS[operation.proof]);
    if (operation.body && sendsFile(operation)) {
        parts.push(`-H 'Content-Type: ${operation.body.type}'`, `--data-binary @${FILE}`);
    } else if (operation.body) {
        const body = JSON.stringify(examples.ofMedia(operation.body.media), null, 2);
        parts.push(`-H 'Content-Type: ${operation.body.type}'`, `-d '${body.replaceAll("'", "'\\''")}'`);
    }
    return parts.join(' \\\n  ');
}

// The path with its required parameters.
export function pathOf(operation: Operation, examples: Examples): string {
    const valueOf = (name: string) => encodeURIComponent(String(exampleValue(operation, examples, name))).replaceAll('%E2%80%A6', '…');
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => valueOf(name));
    const query = operation.parameters.filter((one) => one.in === 'query' && one.required).map((one) => `${one.name}=${valueOf(one.name)}`);
    return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

// The example of a parameter. An id is that of the operation's object.
export function exampleValue(operation: Operation, examples: Examples, name: string): unknown {
    const parameter = operation.parameters.find((one) => one.name === name);
    const owner = operation.tag.replace(/^tracking /, '').replace(/s$/, '');
    return parameter ? examples.of(parameter.schema, name, owner) : name;
}

function quoteUrl(url: string): string {
    return /[?&]/.test(url) ? `'${url}'` : url;
}
