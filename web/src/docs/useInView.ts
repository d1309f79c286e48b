import { useEffect, useState } from 'react';

// The id of the part in view: the last one whose top is above the upper third of the window.
export function useInView(ids: string[]): string {
    const [current, setCurrent] = useState(ids[0] ?? '');
    useEffect(() => {
        const look = () => {
            const line = window.innerHeight / 3;
            const passed = ids.filter((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < line);
            const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
            setCurrent((atEnd && window.scrollY > 0 ? ids.at(-1) : passed.at(-1)) ?? ids[0] ?? '');
        };
        look();
        window.addEventListener('scroll', look, { passive: true });
        return () => window.removeEventListener('scroll', look);
    }, [ids]);
    return current;
}
