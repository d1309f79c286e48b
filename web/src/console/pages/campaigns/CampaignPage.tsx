import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function CampaignPage() {
    return (
        <>
            <PageHeader title="Campaign" description="One campaign and its creatives." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
