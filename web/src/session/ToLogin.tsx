import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { withinBase } from '@/routing';
import { useNavigate } from './link';

// Opens the login page, which returns here after the login. Runs once, because the URL changes while the router is still
// navigating, and a second run would make the login page return to itself.
export function ToLogin({ basepath }: { basepath: string }) {
    const location = useLocation();
    const navigate = useNavigate();
    const gone = useRef(false);
    useEffect(() => {
        if (gone.current) return;
        gone.current = true;
        const here = withinBase(location.pathname, basepath) + location.searchStr;
        void navigate({ to: '/login', search: here === '/' ? {} : { next: here }, replace: true });
    }, [basepath, location, navigate]);
    return null;
}
