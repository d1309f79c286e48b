import { TabLinks } from '@/ui/TabLinks';
import { linkTo } from '../../link';

export function SignalTabs({ current }: { current: 'signals' | 'rules' }) {
    return (
        <TabLinks
            label="Fraud"
            tabs={[
                { label: 'Signals', link: linkTo({ to: '/signals' }), current: current === 'signals' },
                { label: 'Rules', link: linkTo({ to: '/signals/rules' }), current: current === 'rules' },
            ]}
        />
    );
}
