import { RouterProvider } from '@tanstack/react-router';
import { createQueryClient } from '@/api/queries';
import { EntryBrandContext } from '@/session/EntryFrame';
import { start } from '@/start';
import { Wordmark } from '@/ui/Wordmark';
import { router } from './router';

start(
    createQueryClient(),
    <EntryBrandContext value={<Wordmark size={32} />}>
        <RouterProvider router={router} />
    </EntryBrandContext>,
);
