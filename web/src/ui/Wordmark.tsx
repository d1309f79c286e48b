import { Group, Text } from '@mantine/core';
import mark from '@/theme/mark.svg';

export function Wordmark({ size = 26 }: { size?: number }) {
    return (
        <Group gap={10} wrap="nowrap">
            <img src={mark} width={size} height={size} alt="" />
            <Text fw={650} size="md" style={{ letterSpacing: '-0.01em' }}>
                Fairlead
            </Text>
        </Group>
    );
}
