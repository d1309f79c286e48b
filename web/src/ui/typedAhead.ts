const lettersMax = 200;

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'preventDefault' | 'stopPropagation'>;

// Keeps what is typed between the shortcut and the moment when the box has the focus. Without it, these letters are lost
// or reach the page behind.
export class TypedAhead {
    private letters = '';
    private target: EventTarget | null = null;

    start(target: EventTarget): void {
        this.take();
        this.target = target;
        // Before the handlers of the page, which may have shortcuts of their own.
        target.addEventListener('keydown', this.keep, { capture: true });
        target.addEventListener('pointerdown', this.stop, { capture: true });
    }

    // Returns the letters and stops listening. Called when the box has the focus.
    take(): string {
        const taken = this.letters;
        this.stop();
        return taken;
    }

    private readonly stop = (): void => {
        this.target?.removeEventListener('keydown', this.keep, { capture: true });
        this.target?.removeEventListener('pointerdown', this.stop, { capture: true });
        this.target = null;
        this.letters = '';
    };

    private readonly keep = (event: Event): void => {
        const key = event as unknown as Key;
        if (key.key === 'Escape') return this.stop();
        if (key.ctrlKey || key.metaKey || key.altKey) return;
        const letter = [...key.key].length === 1;
        if (letter && this.letters.length < lettersMax) this.letters += key.key;
        else if (key.key === 'Backspace') this.letters = [...this.letters].slice(0, -1).join('');
        // Enter would press a button of the page behind.
        if (!letter && key.key !== 'Backspace' && key.key !== 'Enter') return;
        key.preventDefault();
        key.stopPropagation();
    };
}

export const typedAhead = new TypedAhead();
