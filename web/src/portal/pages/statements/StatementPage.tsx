import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function StatementPage() {
    return (
        <>
            <PageHeader title="Statement" description="Every line explained." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
