import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { meQuery } from './session';

const waitMax = 1000;

// Loads the session, the code of the page and its data in parallel before anything is drawn, because React delays a page
// by 300 ms once it has shown a placeholder. After one second the placeholder is shown.
export async function readyToDraw(client: QueryClient, router: AnyRouter): Promise<void> {
    router.update({ ...router.options, context: { client } });
    const ready = Promise.all([client.prefetchQuery(meQuery), router.load()]);
    await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, waitMax))]);
}
