import { Button, Drawer as MantineDrawer, Group, Modal as MantineModal, Stack, Text, type DrawerProps, type ModalProps } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';

// A form that is left asks first if something was entered. This holds for the close button, Escape and a click beside a
// dialog, and for links to other pages. "Cancel" in a form does not ask.

type Unsaved = () => boolean;

// The forms of the dialog around a form.
const Forms = createContext<Set<Unsaved> | null>(null);

// The question whether to leave.
export function LeaveQuestion({ opened, onStay, onLeave }: { opened: boolean; onStay: () => void; onLeave: () => void }) {
    return (
        <MantineModal opened={opened} onClose={onStay} title={<Text fw={600}>Discard your input?</Text>} size="sm" zIndex={400}>
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
        </MantineModal>
    );
}

// Registers a form with the dialog around it, and asks before another page replaces it.
export function useUnsaved(unsaved: Unsaved): ReactNode {
    const forms = useContext(Forms);
    const latest = useRef(unsaved);
    latest.current = unsaved;
    useEffect(() => {
        if (!forms) return undefined;
        const entry = () => latest.current();
        forms.add(entry);
        return () => void forms.delete(entry);
    }, [forms]);
    const blocker = useBlocker({
        // Filters and tabs of the same page keep the form.
        shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && latest.current(),
        enableBeforeUnload: () => latest.current(),
        withResolver: true,
    });
    return <LeaveQuestion opened={blocker.status === 'blocked'} onStay={() => blocker.reset?.()} onLeave={() => blocker.proceed?.()} />;
}

function useGuardedClose(onClose: () => void) {
    const forms = useMemo(() => new Set<Unsaved>(), []);
    const [asking, setAsking] = useState(false);
    const close = () => ([...forms].some((unsaved) => unsaved()) ? setAsking(true) : onClose());
    const leave = () => {
        setAsking(false);
        onClose();
    };
    return { forms, close, question: <LeaveQuestion opened={asking} onStay={() => setAsking(false)} onLeave={leave} /> };
}

export function Drawer({ onClose, children, ...props }: DrawerProps) {
    const { forms, close, question } = useGuardedClose(onClose);
    return (
        <>
            <MantineDrawer onClose={close} {...props}>
                <Forms value={forms}>{children}</Forms>
            </MantineDrawer>
            {question}
        </>
    );
}

export function Modal({ onClose, children, ...props }: ModalProps) {
    const { forms, close, question } = useGuardedClose(onClose);
    return (
        <>
            <MantineModal onClose={close} {...props}>
                <Forms value={forms}>{children}</Forms>
            </MantineModal>
            {question}
        </>
    );
}
