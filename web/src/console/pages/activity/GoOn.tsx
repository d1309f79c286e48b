import { Button } from '@mantine/core';
import type { Pager } from '@/ui/pager';

// A search that found nothing can continue with older items.
export function GoOn({ pager }: { pager: Pager }) {
    if (!pager.hasNext) return null;
    return (
        <Button variant="default" onClick={pager.next}>
            Search further back
        </Button>
    );
}
