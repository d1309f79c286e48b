import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function PlayerPage() {
    return (
        <>
            <PageHeader title="Player" description="A player’s timeline and the reasons behind it." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
