import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function ReportsPage() {
    return (
        <>
            <PageHeader title="Reports" description="Your numbers, as you want to see them." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
