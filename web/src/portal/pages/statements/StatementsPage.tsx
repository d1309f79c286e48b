import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function StatementsPage() {
    return (
        <>
            <PageHeader title="Statements" description="What you earned, month by month." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
