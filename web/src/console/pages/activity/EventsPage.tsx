import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function EventsPage() {
    return (
        <>
            <PageHeader title="Events" description="Everything that brands reported." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
