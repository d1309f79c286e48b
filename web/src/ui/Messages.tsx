import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';

// Without its code, for example after an upgrade of the service, a message is not shown. The page goes on.
const load = (): Promise<{ default: () => ReactNode }> => import('./MessageList').catch(() => ({ default: () => null }));
const MessageList = lazy(load);

// Messages answer what someone does. Their code is loaded with the first click or key, so that it does not delay the first
// page.
export function Messages() {
    const { notifications } = useNotifications();
    const [used, setUsed] = useState(false);
    useEffect(() => {
        const first = new AbortController();
        for (const kind of ['pointerdown', 'keydown']) window.addEventListener(kind, () => void load(), { once: true, signal: first.signal });
        return () => first.abort();
    }, []);
    if (notifications.length > 0 && !used) setUsed(true);
    return (
        used && (
            <Suspense>
                <MessageList />
            </Suspense>
        )
    );
}
