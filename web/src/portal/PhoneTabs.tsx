import { TargetLink } from '@/ui/Link';
import { dailyItems } from './nav';
import styles from './PhoneTabs.module.css';

const isCurrent = (to: string, path: string) => (to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`));

// The five main pages, at the bottom of a phone.
export function PhoneTabs({ path }: { path: string }) {
    return (
        <nav aria-label="Main pages" className={styles.bar}>
            {dailyItems.map(({ label, link, icon: Shown }) => {
                const current = isCurrent(link.to, path);
                return (
                    <TargetLink key={link.to} target={link} className={styles.tab} underline="never" data-current={current || undefined} aria-current={current ? 'page' : undefined}>
                        <Shown size={21} stroke={1.6} aria-hidden />
                        {label}
                    </TargetLink>
                );
            })}
        </nav>
    );
}
