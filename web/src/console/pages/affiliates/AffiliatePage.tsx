import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function AffiliatePage() {
    return (
        <>
            <PageHeader title="Affiliate" description="Performance, deals, links and statements of one partner." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
