import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function SavedReportsPage() {
    return (
        <>
            <PageHeader title="Saved reports" description="Reports with an API address of their own." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
