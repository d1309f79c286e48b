import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function CampaignsPage() {
    return (
        <>
            <PageHeader title="Campaigns" description="Campaigns and their creatives." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
