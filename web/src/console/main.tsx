import { RouterProvider } from '@tanstack/react-router';
import { createQueryClient } from '@/api/queries';
import { EntryBrandContext } from '@/session/EntryFrame';
import { readyToDraw } from '@/session/ready';
import { start } from '@/start';
import { Wordmark } from '@/ui/Wordmark';
import { router } from './router';

// A function, not a wait at the top of the module: the code of the pages imports from this file and would wait for it.
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
