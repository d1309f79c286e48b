import styles from './Tick.module.css';

interface TickProps {
    label: string;
    checked: boolean;
    // True if a part of what the box stands for is chosen.
    some?: boolean;
    onChange: () => void;
}

// A checkbox with the look of Mantine's, but a single element: a table has a hundred of them.
export function Tick({ label, checked, some = false, onChange }: TickProps) {
    const partly = some && !checked;
    return (
        <input
            type="checkbox"
            className={styles.tick}
            aria-label={label}
            checked={checked}
            ref={(input) => {
                if (input) input.indeterminate = partly;
            }}
            onChange={onChange}
        />
    );
}
