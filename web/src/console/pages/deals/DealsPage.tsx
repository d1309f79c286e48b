import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function DealsPage() {
    return (
        <>
            <PageHeader title="Deals" description="What is paid, to whom and for what." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
