import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function StatementsPage() {
    return (
        <>
            <PageHeader title="Statements" description="Preview, close, approve and pay." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
