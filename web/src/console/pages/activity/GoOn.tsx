import { Button } from '@mantine/core';
import type { Pager } from '@/ui/pager';

// A search that has found nothing so far may go on further back.
export function GoOn({ pager }: { pager: Pager }) {
    if (!pager.hasNext) return null;
    return (
        <Button variant="default" onClick={pager.next}>
            Look further back
        </Button>
    );
}
