import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { withinBase } from '@/routing';
import { useNavigate } from './link';

// Sends whoever is not logged in to the login page, which leads back here. Once: while the router is on its way the
// address changes already, and going from there would wrap one login page into another.
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
