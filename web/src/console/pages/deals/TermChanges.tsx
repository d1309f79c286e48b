import { Text } from '@mantine/core';
import type { Terms } from '@/deals/terms';
import { useWriter } from '@/deals/useWriter';
import styles from './deals.module.css';
import { changesOf } from './diff';

// The differences between two versions of the terms, or `same` if there are none.
export function TermChanges({ before, after, same }: { before: Terms; after: Terms; same: string }) {
    const changes = changesOf(before, after, useWriter(after.currency));
    if (changes.length === 0) {
        return (
            <Text size="sm" mt="sm">
                {same}
            </Text>
        );
    }
    return (
        <div className={styles.changes}>
            {changes.map((change) => (
                <Text size="sm" key={change.part + change.member}>
                    <b>
                        {change.part}
                        {change.member && `, ${change.member.toLowerCase()}`}
                    </b>
                    : {change.before !== null && change.after !== null ? (
                        <>
                            <span className={styles.old}>{change.before}</span> → {change.after}
                        </>
                    ) : (
                        (change.after ?? change.before)
                    )}
                </Text>
            ))}
        </div>
    );
}
