import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function HomePage() {
    return (
        <>
            <PageHeader title="Home" description="Is everything all right, and how are we doing?" />
            <EmptyState title="This page is on its way" />
        </>
    );
}
