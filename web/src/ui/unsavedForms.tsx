import { useBlocker } from '@tanstack/react-router';
import { createContext, lazy, Suspense, useContext, useEffect, useRef, type ReactNode } from 'react';
import type { LeaveQuestionProps } from './LeaveQuestion';

// A form that is left asks first if something was entered. This holds for the close button, Escape and a click beside a
// dialog, and for links to other pages. "Cancel" in a form does not ask.

export type Unsaved = () => boolean;

// The forms of the dialog around a form.
export const Forms = createContext<Set<Unsaved> | null>(null);

const Question = lazy(() => import('./LeaveQuestion'));

// Loads the question when it is asked for the first time, because most forms never ask, and the log-in is the first page.
function AskToLeave(props: LeaveQuestionProps) {
    const needed = useRef(false);
    needed.current ||= props.opened;
    return needed.current ? (
        <Suspense fallback={null}>
            <Question {...props} />
        </Suspense>
    ) : null;
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
    return <AskToLeave opened={blocker.status === 'blocked'} onStay={() => blocker.reset?.()} onLeave={() => blocker.proceed?.()} />;
}
