import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ErrorNotice } from './states';

interface ConfirmModalProps {
    opened: boolean;
    onClose: () => void;
    title: string;
    // The consequence, in one sentence.
    children: ReactNode;
    confirmLabel: string;
    danger?: boolean;
    // The dialog closes on success. On failure it stays open and shows the reason.
    onConfirm: () => Promise<unknown>;
}

export function ConfirmModal({ opened, onClose, title, children, confirmLabel, danger, onConfirm }: ConfirmModalProps) {
    const [busy, setBusy] = useState(false);
    const [error, setError] = useState<unknown>(null);
    const close = () => {
        setError(null);
        onClose();
    };
    const confirm = async () => {
        setBusy(true);
        setError(null);
        try {
            await onConfirm();
            close();
        } catch (refused) {
            setError(refused);
        } finally {
            setBusy(false);
        }
    };
    return (
        <Modal opened={opened} onClose={close} title={<Text fw={600}>{title}</Text>} size="sm">
            <Stack gap="md">
                <Text size="sm" component="div">
                    {children}
                </Text>
                <ErrorNotice error={error} />
                <Group justify="flex-end" gap="xs">
                    <Button variant="default" onClick={close} data-autofocus>
                        Cancel
                    </Button>
                    <Button color={danger ? 'red' : undefined} loading={busy} onClick={() => void confirm()}>
                        {confirmLabel}
                    </Button>
                </Group>
            </Stack>
        </Modal>
    );
}
