import { Link } from './link';

// The objects that have a page and whose changes are in the audit log.
type Kind = 'affiliate' | 'deal' | 'link' | 'campaign' | 'creative' | 'player' | 'statement';

interface WhoChangedItProps {
    // As the audit log names it: "affiliate/<id>".
    subject: `${Kind}/${string}`;
    // Within a line of text a link needs more than its colour, so it is underlined.
    inText?: boolean;
}

// Leads to the changes of one object in the audit log. Offer it only if the log can have entries about the object.
export function WhoChangedIt({ subject, inText }: WhoChangedItProps) {
    const look = inText ? ({ inherit: true, underline: 'always' } as const) : ({ size: 'sm', mt: 'md', display: 'inline-block' } as const);
    return (
        <Link to="/settings/audit-log" search={{ subject }} className="fl-screen-only" {...look}>
            Who changed it?
        </Link>
    );
}
