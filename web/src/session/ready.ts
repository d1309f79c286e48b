import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { meQuery } from './session';

const waitMax = 1000;

// Who is logged in, the code of the page that is asked for and its data, side by side and before anything is drawn: React holds a
// page back for 300 ms once it has shown a stand-in for it. Where the server is slow, the stand-in is better than nothing.
export async function readyToDraw(client: QueryClient, router: AnyRouter): Promise<void> {
    router.update({ ...router.options, context: { client } });
    const ready = Promise.all([client.prefetchQuery(meQuery), router.load()]);
    await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, waitMax))]);
}
