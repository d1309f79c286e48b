import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core';
import { createLink, useNavigate, useRouter, type AnyRouter, type LinkComponentProps, type NavigateOptions } from '@tanstack/react-router';
import { forwardRef, useRef, type AnchorHTMLAttributes, type ComponentProps, type ReactElement } from 'react';

type AnchorRest = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps>;
type ButtonRest = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps>;

const RoutedAnchor = forwardRef<HTMLAnchorElement, AnchorProps & AnchorRest>((props, ref) => <Anchor ref={ref} {...props} />);
const RoutedButton = forwardRef<HTMLAnchorElement, ButtonProps & ButtonRest>((props, ref) => (
    <Button ref={ref} component="a" {...props} />
));

const AnyLink = createLink(RoutedAnchor);
const AnyLinkButton = createLink(RoutedButton);

type RoutedLink<Component, Router extends AnyRouter> = <const To extends string | undefined = undefined, const From extends string = string>(
    props: LinkComponentProps<Component, Router, From, To, From, ''>,
) => ReactElement;

type Navigate<Router extends AnyRouter> = <const To extends string | undefined = undefined, const From extends string = string>(
    options: NavigateOptions<Router, From, To, From, ''>,
) => Promise<void>;

declare const checked: unique symbol;

// Where a row, a tab or a search result leads. Only `linkTo` makes one, so that its parts were checked against a router.
export interface LinkTarget {
    to: string;
    params?: Record<string, string>;
    search?: Record<string, unknown>;
    [checked]: true;
}

// Links within one application. `to`, `params` and `search` are checked against its routes; the other properties are
// those of Mantine. Console and portal have different routes, so each has its own set (`link.ts`).
export function linksOf<Router extends AnyRouter>() {
    return {
        Link: AnyLink as RoutedLink<typeof RoutedAnchor, Router>,
        LinkButton: AnyLinkButton as RoutedLink<typeof RoutedButton, Router>,
        useNavigate: useNavigate as () => Navigate<Router>,
        linkTo: <const To extends string>(target: NavigateOptions<Router, string, To, string, ''>) => target as unknown as LinkTarget,
    };
}

// A link to a target that an application has checked.
export function TargetLink({ target, ...rest }: { target: LinkTarget } & Omit<ComponentProps<typeof RoutedAnchor>, 'target'>) {
    const { to, params, search } = target;
    return <AnyLink to={to} params={params} search={search} {...rest} />;
}

// Opens a target that an application has checked.
export function useOpenTarget(): (target: LinkTarget) => void {
    const navigate = useNavigate();
    return ({ to, params, search }) => void navigate({ to, params, search });
}

export interface RowTargets {
    hrefOf: (target: LinkTarget) => string;
    open: (target: LinkTarget) => void;
    // Loads the page of a row while the pointer is on it.
    prepare: (target: LinkTarget) => void;
    leave: () => void;
}

// How the rows of a table lead to their targets. The rows have plain anchors: the router's own links follow its state, to
// know whether they lead to the current page, and a hundred of them take longer than all else in a table.
export function useRowTargets(): RowTargets {
    const router = useRouter();
    const open = useOpenTarget();
    const timer = useRef(0);
    const leave = () => window.clearTimeout(timer.current);
    return {
        hrefOf: ({ to, params, search }) => router.buildLocation({ to, params, search }).publicHref,
        open,
        prepare: ({ to, params, search }) => {
            leave();
            // If it fails, it fails again when the row is opened, and the page says so.
            const load = () => void router.preloadRoute({ to, params, search }).catch(() => undefined);
            timer.current = window.setTimeout(load, router.options.defaultPreloadDelay);
        },
        leave,
    };
}
