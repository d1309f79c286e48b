import { Text } from '@mantine/core';
import { useState } from 'react';
import type { Schema } from '@/api/client';
import styles from './CreativePreview.module.css';

type Previewed = Pick<Schema<'Creative'>, 'name' | 'type' | 'imageUrl' | 'width' | 'height'>;

export const sizeOf = ({ width, height }: Pick<Previewed, 'width' | 'height'>): string | null => (width && height ? `${width} × ${height}` : null);

function Inside({ creative }: { creative: Previewed }) {
    const [failed, setFailed] = useState<string | null>(null);
    const { name, type, imageUrl, width, height } = creative;
    if (type === 'text') {
        return (
            <Text c="var(--mantine-color-anchor)" td="underline">
                {name}
            </Text>
        );
    }
    if (!imageUrl || failed === imageUrl) {
        return (
            <Text size="sm" c="dimmed">
                {imageUrl ? 'The image URL does not load.' : 'No image yet'}
            </Text>
        );
    }
    return (
        <img
            className={styles.image}
            src={imageUrl}
            alt={name}
            width={width ?? undefined}
            height={height ?? undefined}
            loading="lazy"
            onError={() => setFailed(imageUrl)}
        />
    );
}

// The creative as visitors see it, within a box of the given height.
export function CreativePreview({ creative, height }: { creative: Previewed; height?: number }) {
    return (
        <div className={styles.box} style={{ height, gridTemplateRows: height ? 'minmax(0, 1fr)' : undefined, gridTemplateColumns: 'minmax(0, 1fr)' }}>
            <Inside creative={creative} />
        </div>
    );
}
