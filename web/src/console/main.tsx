import { RouterProvider } from '@tanstack/react-router';
import { createQueryClient } from '@/api/queries';
import { EntryBrandContext } from '@/session/EntryFrame';
import { readyToDraw } from '@/session/ready';
import { start } from '@/start';
import { Wordmark } from '@/ui/Wordmark';
import { router } from './router';

// A function instead of a top-level await: the chunks of the pages import this file and would wait for it.
async function begin() {
    const client = createQueryClient();
    await readyToDraw(client, router);
    start(
        client,
        <EntryBrandContext value={<Wordmark size={32} />}>
            <RouterProvider router={router} />
        </EntryBrandContext>,
    );
}

void begin();
