import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function AccrualPage() {
    return (
        <>
            <PageHeader title="Accrual" description="Why this number." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
