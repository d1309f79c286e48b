export const snippetLanguages = ['curl', 'PHP', 'Node', 'Python'] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];

export interface FirstEvent {
    origin: string;
    apiKey: string;
    brandId: string;
    now: Date;
}

// A registration, because it needs the fewest members.
function members({ brandId, now }: FirstEvent): [string, string][] {
    return [
        ['event_type', 'registration'],
        ['event_time', now.toISOString().replace(/\.\d+/, '')],
        ['brand_id', brandId],
        ['player_external_ref', 'player-1'],
        ['idempotency_key', 'registration_player-1'],
    ];
}

const lines = (event: FirstEvent, write: (name: string, value: string) => string): string =>
    members(event)
        .map(([name, value]) => write(name, value))
        .join(',\n');

const writers: Record<SnippetLanguage, (event: FirstEvent, url: string) => string> = {
    curl: (event, url) => `curl -i ${url} \\
  -H 'Content-Type: application/json' \\
  -H 'X-API-Key: ${event.apiKey}' \\
  -d '{${lines(event, (name, value) => `"${name}": "${value}"`).replaceAll('\n', '\n       ')}}'`,
    PHP: (event, url) => `<?php
$event = [
${lines(event, (name, value) => `    '${name}' => '${value}'`)},
];
$options = ['http' => [
    'method' => 'POST',
    'header' => ['Content-Type: application/json', 'X-API-Key: ${event.apiKey}'],
    'content' => json_encode($event),
    'ignore_errors' => true,
]];
echo file_get_contents('${url}', false, stream_context_create($options));`,
    Node: (event, url) => `const event = {
${lines(event, (name, value) => `    ${name}: '${value}'`)},
};
const answer = await fetch('${url}', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': '${event.apiKey}' },
    body: JSON.stringify(event),
});
console.log(answer.status, await answer.text());`,
    Python: (event, url) => `import json, urllib.request

event = {
${lines(event, (name, value) => `    "${name}": "${value}"`)},
}
request = urllib.request.Request("${url}", json.dumps(event).encode(), {
    "Content-Type": "application/json", "X-API-Key": "${event.apiKey}"})
print(urllib.request.urlopen(request).read().decode())`,
};

// A complete program that sends one event with the key. It needs no libraries.
export function firstEventSnippet(language: SnippetLanguage, event: FirstEvent): string {
    return writers[language](event, `${event.origin}/api/v1/events`);
}
