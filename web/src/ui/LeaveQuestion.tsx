import { Button, Group, Modal, Stack, Text } from '@mantine/core';

export interface LeaveQuestionProps {
    opened: boolean;
    onStay: () => void;
    onLeave: () => void;
}

// The question whether to leave. Mantine's own listener for Escape would also take the Escape that has opened the question,
// and close it at once.
export default function LeaveQuestion({ opened, onStay, onLeave }: LeaveQuestionProps) {
    return (
        <Modal
            opened={opened}
            onClose={onStay}
            closeOnEscape={false}
            onKeyDown={(event) => event.key === 'Escape' && onStay()}
            title={<Text fw={600}>Discard your input?</Text>}
            size="sm"
            zIndex={400}
        >
            <Stack gap="md">
                <Text size="sm">What you entered is not saved.</Text>
                <Group justify="flex-end" gap="xs">
                    <Button variant="default" onClick={onStay} data-autofocus>
                        Keep editing
                    </Button>
                    <Button color="red" onClick={onLeave}>
                        Discard
                    </Button>
                </Group>
            </Stack>
        </Modal>
    );
}
