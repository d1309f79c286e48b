import type { Step } from './bulk';

export const count = (number: number): string => (number === 1 ? '1 statement' : `${number} statements`);

export const stepWords: Record<Step, { title: (number: number) => string; label: string; does: string; done: string }> = {
    approve: { title: (number) => `Approve ${count(number)}?`, label: 'Approve', does: 'They can be paid then. Until they are paid, you can put them on hold.', done: 'approved' },
    hold: { title: (number) => `Put ${count(number)} on hold?`, label: 'Put on hold', does: 'Nobody can approve or pay them until they are released. Their amounts do not change.', done: 'put on hold' },
    release: { title: (number) => `Release ${count(number)}?`, label: 'Release', does: 'Their status becomes closed, and they can be approved.', done: 'released' },
    pay: { title: (number) => `Mark ${count(number)} as paid?`, label: 'Mark as paid', does: 'Fairlead does not transfer money, so pay them first. All of them get this date, method and reference.', done: 'marked as paid' },
};

// The title of the dialog: a question about the statements that the step applies to. There is none if it applies to no
// statement, or if the step is done.
export const bulkTitle = (step: Step, ready: number): string => (ready === 0 ? stepWords[step].label : stepWords[step].title(ready));
