import { Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './statements.module.css';

// One step of the explanation, from an amount down to the click.
export function ChainLink({ icon: Shown, label, title, children }: { icon: Icon; label: string; title: ReactNode; children?: ReactNode }) {
    return (
        <li className={styles.link}>
            <span className={styles.mark} aria-hidden>
                <Shown size={20} stroke={1.6} />
            </span>
            <div className={styles.body}>
                <Text size="xs" c="dimmed">
                    {label}
                </Text>
                <Text fw={600} mb={children ? 6 : 0} component="h2" size="md" m={0}>
                    {title}
                </Text>
                {children}
            </div>
        </li>
    );
}
