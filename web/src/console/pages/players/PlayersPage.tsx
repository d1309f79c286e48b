import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function PlayersPage() {
    return (
        <>
            <PageHeader title="Players" description="Who registered, and who brought them." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
