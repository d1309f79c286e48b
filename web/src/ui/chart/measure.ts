import { useLayoutEffect, useState, type RefObject } from 'react';
import { fontFamily } from '@/theme/theme';

export const fontSize = 12;

let canvas: CanvasRenderingContext2D | null | undefined;

// The width of a label at the axes, in pixels.
export function textWidth(text: string): number {
    canvas ??= document.createElement('canvas').getContext('2d');
    if (!canvas) return text.length * fontSize * 0.6;
    canvas.font = `${fontSize}px ${fontFamily}`;
    return canvas.measureText(text).width;
}

// The width of an element: 0 until it is measured, which happens before the first paint and after every change.
export function useWidth(element: RefObject<HTMLElement | null>): number {
    const [width, setWidth] = useState(0);
    useLayoutEffect(() => {
        const watched = element.current;
        if (!watched) return;
        const read = () => setWidth(watched.clientWidth);
        read();
        const observer = new ResizeObserver(read);
        observer.observe(watched);
        return () => observer.disconnect();
    }, [element]);
    return width;
}

// Whether the page's font has loaded. Labels have other widths before that.
export function useFontReady(): boolean {
    const [ready, setReady] = useState(() => document.fonts.status === 'loaded');
    useLayoutEffect(() => {
        let watching = true;
        void document.fonts.ready.then(() => watching && setReady(true));
        return () => void (watching = false);
    }, []);
    return ready;
}
