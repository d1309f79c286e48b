import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function DashboardPage() {
    return (
        <>
            <PageHeader title="Dashboard" description="How you are doing." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
