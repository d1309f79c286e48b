import { Text } from '@mantine/core';
import { useState } from 'react';
import type { Creative } from '../../api';
import styles from './creatives.module.css';

export const sizeOf = (creative: Creative): string =>
    creative.type === 'text' ? 'Text' : creative.width && creative.height ? `${creative.width} × ${creative.height}` : 'Banner';

// A banner as visitors see it, or the text of a text link.
export function CreativePreview({ creative }: { creative: Creative }) {
    const [failed, setFailed] = useState(false);
    if (creative.type === 'text' || !creative.imageUrl) return <span className={styles.text}>{creative.name}</span>;
    if (failed) {
        return (
            <Text size="sm" c="dimmed" ta="center">
                The image does not load
            </Text>
        );
    }
    return (
        <img
            className={styles.image}
            src={creative.imageUrl}
            width={creative.width ?? undefined}
            height={creative.height ?? undefined}
            alt={creative.name}
            loading="lazy"
            onError={() => setFailed(true)}
        />
    );
}
