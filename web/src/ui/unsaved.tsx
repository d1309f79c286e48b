import { Drawer as MantineDrawer, Modal as MantineModal, type DrawerProps, type ModalProps } from '@mantine/core';
import { useMemo, useState } from 'react';
import LeaveQuestion from './LeaveQuestion';
import { Forms, type Unsaved } from './unsavedForms';

// Dialogs whose forms ask before they are left.

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
