import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function CreativesPage() {
    return (
        <>
            <PageHeader title="Creatives" description="Banners and texts to put on your pages." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
