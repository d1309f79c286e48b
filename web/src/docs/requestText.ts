import type { Examples } from './example';
import type { Operation } from './reference';

// Values of the headers of a signed message.
const SIGNED: Record<string, string> = {
    'webhook-id': '0196f3a1-5c1e-7123-8000-000000000001',
    'webhook-timestamp': '1794900000',
    'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
};

// A message as the receiver gets it.
export function requestText(message: Operation, examples: Examples): string {
    const headers = message.parameters.filter((one) => one.in === 'header').map(({ name }) => `${name}: ${SIGNED[name] ?? '…'}`);
    const body = message.body && examples.ofMedia(message.body.media);
    return ['POST /your/path HTTP/1.1', `Content-Type: ${message.body?.type ?? ''}`, ...headers, '', JSON.stringify(body, null, 2)].join('\n');
}
