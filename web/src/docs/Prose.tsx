import { Fragment, type ReactNode } from 'react';

// Descriptions of the API document, with code in backticks and lists of lines that start with a hyphen.
export function Prose({ text }: { text: string }) {
    const lines = text.split('\n');
    const items = lines.filter((line) => line.startsWith('- '));
    const words = lines.filter((line) => !line.startsWith('- ')).join(' ');
    return (
        <>
            {words && <p>{inline(words)}</p>}
            {items.length > 0 && (
                <ul>
                    {items.map((item) => (
                        <li key={item}>{inline(item.slice(2))}</li>
                    ))}
                </ul>
            )}
        </>
    );
}

export function inline(text: string): ReactNode {
    return text.split(/`([^`]+)`/).map((part, at) => <Fragment key={at}>{at % 2 === 1 ? <code>{part}</code> : part}</Fragment>);
}
