import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function AffiliatesPage() {
    return (
        <>
            <PageHeader title="Affiliates" description="The partners who send players, and how they are doing." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
