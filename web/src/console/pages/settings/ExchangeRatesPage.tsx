import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';

export default function ExchangeRatesPage() {
    return (
        <>
            <PageHeader title="Exchange rates" description="What currencies are worth, by day." />
            <EmptyState title="This page is on its way" />
        </>
    );
}
