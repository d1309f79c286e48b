import { Group, Text, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './chain.module.css';

interface StepProps {
    icon: Icon;
    // The question that this step answers.
    kicker: string;
    title?: ReactNode;
    aside?: ReactNode;
    children?: ReactNode;
}

export function Step({ icon: Shown, kicker, title, aside, children }: StepProps) {
    return (
        <li className={styles.step}>
            <span className={styles.mark}>
                <Shown size={18} stroke={1.6} aria-hidden />
            </span>
            <section className={styles.card} aria-label={kicker}>
                <Group justify="space-between" align="flex-start" gap="sm">
                    <div style={{ minWidth: 0, flex: '1 1 200px' }}>
                        <Text component="h2" m={0} className={styles.kicker}>
                            {kicker}
                        </Text>
                        {title && (
                            <Title order={3} mt={2} style={{ overflowWrap: 'anywhere' }}>
                                {title}
                            </Title>
                        )}
                    </div>
                    {aside}
                </Group>
                {children}
            </section>
        </li>
    );
}

// One number of an equation with its name beneath.
export function Term({ value, label, result }: { value: string; label: ReactNode; result?: boolean }) {
    return (
        <span className={styles.term} data-result={result || undefined}>
            <Text span fw={600} size="md">
                {value}
            </Text>
            <Text span size="xs" c="dimmed">
                {label}
            </Text>
        </span>
    );
}

export const Sign = ({ children }: { children: string }) => (
    <span className={styles.sign} aria-hidden>
        {children}
    </span>
);
