import { useEffect, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { Layout } from './layout';
import { nearest } from './scale';

export interface Pointed {
    index: number;
    y: number | null;
    // Announced to screen readers, because people who use the keyboard may not see the numbers.
    spoken: boolean;
}

const moves: Record<string, (index: number, last: number) => number> = {
    ArrowLeft: (index) => Math.max(index - 1, 0),
    ArrowRight: (index, last) => Math.min(index + 1, last),
    Home: () => 0,
    End: (_, last) => last,
};

// The point that is selected by pointer, touch or keyboard.
export function usePointed(layout: Layout | null) {
    const [pointed, setPointed] = useState<Pointed | null>(null);
    const last = (layout?.at.length ?? 0) - 1;
    const shown = pointed && pointed.index <= last ? pointed : null;

    const follow = (event: PointerEvent<HTMLElement>) => {
        if (!layout || last < 0) return;
        const box = event.currentTarget.getBoundingClientRect();
        const index = nearest(layout.at, event.clientX - box.left);
        setPointed({ index, y: event.pointerType === 'mouse' ? event.clientY - box.top : null, spoken: false });
    };
    const move = (event: KeyboardEvent) => {
        if (event.altKey || event.ctrlKey || event.metaKey || last < 0) return;
        if (event.key === 'Escape' && shown) {
            event.stopPropagation();
            setPointed(null);
            return;
        }
        const step = moves[event.key];
        if (!step) return;
        event.preventDefault();
        // The first key press selects the latest point, which is of most interest.
        setPointed({ index: shown ? step(shown.index, last) : event.key === 'Home' ? 0 : last, y: null, spoken: true });
    };

    // After a touch the numbers stay until something else is touched.
    const touched = shown !== null && shown.y === null;
    useEffect(() => {
        if (!touched) return;
        const away = (event: globalThis.PointerEvent) => {
            if (!(event.target instanceof Element && event.target.closest('[data-chart]'))) setPointed(null);
        };
        document.addEventListener('pointerdown', away);
        return () => document.removeEventListener('pointerdown', away);
    }, [touched]);

    const handlers = {
        onPointerMove: follow,
        onPointerDown: follow,
        onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && setPointed(null),
        onPointerCancel: () => setPointed(null),
        onKeyDown: move,
        onBlur: () => setPointed(null),
    };
    return { pointed: shown, handlers };
}
