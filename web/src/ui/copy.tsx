import { ActionIcon, Box, Button, Code, Group, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { inSentence } from '@/format/inSentence';
import styles from './copy.module.css';

// `label` names what is copied: "Copy tracking URL".
export function CopyButton({ value, label = 'Copy', withText = false }: { value: string; label?: string; withText?: boolean }) {
    const { copy, copied } = useClipboard({ timeout: 1500 });
    const Shown = copied ? IconCheck : IconCopy;
    if (withText) {
        return (
            <Button variant="default" leftSection={<Shown size={16} />} onClick={() => copy(value)} aria-live="polite">
                {copied ? 'Copied' : label}
            </Button>
        );
    }
    return (
        // The browser's tooltip, because tables have one of these buttons in every row.
        <ActionIcon variant="subtle" color={copied ? 'green' : 'gray'} onClick={() => copy(value)} aria-label={copied ? 'Copied' : label} title={copied ? 'Copied' : label}>
            <Shown size={16} stroke={1.75} />
        </ActionIcon>
    );
}

// A value with a copy button: a URL, a key, an id. It is on one line, except on a phone.
export function CopyField({ value, label, description }: { value: string; label?: string; description?: string }) {
    return (
        <div>
            {label && (
                <Text size="sm" fw={500} mb={4}>
                    {label}
                </Text>
            )}
            {description && (
                <Text size="xs" c="dimmed" mb={4}>
                    {description}
                </Text>
            )}
            <Group className={styles.field} wrap="nowrap" gap={4}>
                <Box className={styles.value} tabIndex={0} role="textbox" aria-readonly aria-label={label ?? 'Value'}>
                    {value}
                </Box>
                <CopyButton value={value} label={label ? `Copy ${inSentence(label)}` : 'Copy'} />
            </Group>
        </div>
    );
}

// Code with a copy button. It scrolls within its box, or wraps with `wrap`.
export function CodeBlock({ code, label, wrap = false }: { code: string; label?: string; wrap?: boolean }) {
    return (
        <div className={styles.code}>
            <Code block tabIndex={0} role="region" aria-label={label ?? 'Code'} className={styles.block} data-wrap={wrap || undefined}>
                {code}
            </Code>
            <div className={styles.corner}>
                <CopyButton value={code} label={label ? `Copy ${inSentence(label)}` : 'Copy code'} />
            </div>
        </div>
    );
}
