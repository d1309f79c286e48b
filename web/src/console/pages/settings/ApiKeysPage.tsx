import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function ApiKeysPage() {
    return (
        <>
            <PageHeader title="API keys" description="Keys that programs use." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
