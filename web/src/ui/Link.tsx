import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core';
import { useNavigate, useRouter, type AnyRouter, type LinkComponentProps, type NavigateOptions } from '@tanstack/react-router';
import { useRef, type AnchorHTMLAttributes, type ComponentType, type MouseEvent, type ReactElement, type Ref } from 'react';

interface Place {
    to?: string;
    params?: Record<string, string>;
    search?: Record<string, unknown>;
}

// With a key, another button or a target of the anchor, a click asks the browser for something else, such as a new tab.
const isPlain = (event: MouseEvent) =>
    event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.currentTarget.getAttribute('target');

// How anchors lead to places within the application. The router has links of its own, which also follow its state, to know
// whether they lead to the current page. A table with a hundred of them takes longer for that than for all else.
export function useLeading() {
    const router = useRouter();
    const navigate = useNavigate();
    const timer = useRef(0);
    return ({ to, params, search }: Place) => {
        const place = { to, params, search } as NavigateOptions<AnyRouter, string, string>;
        const open = () => void navigate(place);
        // Loads the page while the pointer is on the link. If that fails, it fails again when the link is followed.
        const prepare = () => {
            window.clearTimeout(timer.current);
            timer.current = window.setTimeout(() => void router.preloadRoute(place).catch(() => undefined), router.options.defaultPreloadDelay);
        };
        const follow = (event: MouseEvent) => {
            if (event.defaultPrevented || !isPlain(event)) return;
            event.preventDefault();
            open();
        };
        const anchor = {
            href: router.buildLocation(place).publicHref,
            onClick: follow,
            onFocus: prepare,
            onPointerEnter: prepare,
            onPointerLeave: () => window.clearTimeout(timer.current),
        };
        return { open, anchor };
    };
}

type AnchorRest = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps>;
type ButtonRest = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps>;
type AnchorLike = AnchorProps & AnchorRest & { ref?: Ref<HTMLAnchorElement> };
type ButtonLike = ButtonProps & ButtonRest & { ref?: Ref<HTMLAnchorElement> };

// What an anchor needs to lead to a place. `onClick` runs first, and may prevent it.
function useAnchor(place: Place, onClick: AnchorRest['onClick']) {
    const { anchor } = useLeading()(place);
    const both = (event: MouseEvent<HTMLAnchorElement>) => {
        onClick?.(event);
        anchor.onClick(event);
    };
    return { ...anchor, onClick: both };
}

function AnyLink({ to, params, search, onClick, ...rest }: AnchorLike & Place) {
    return <Anchor {...rest} {...useAnchor({ to, params, search }, onClick)} />;
}

function AnyLinkButton({ to, params, search, onClick, ...rest }: ButtonLike & Place) {
    return <Button component="a" {...rest} {...useAnchor({ to, params, search }, onClick)} />;
}

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
        Link: AnyLink as unknown as RoutedLink<ComponentType<AnchorLike>, Router>,
        LinkButton: AnyLinkButton as unknown as RoutedLink<ComponentType<ButtonLike>, Router>,
        useNavigate: useNavigate as () => Navigate<Router>,
        linkTo: <const To extends string>(target: NavigateOptions<Router, string, To, string, ''>) => target as unknown as LinkTarget,
    };
}

// A link to a target that an application has checked.
export function TargetLink({ target, ...rest }: { target: LinkTarget } & Omit<AnchorLike, 'target'>) {
    const { to, params, search } = target;
    return <AnyLink to={to} params={params} search={search} {...rest} />;
}

// Opens a target that an application has checked.
export function useOpenTarget(): (target: LinkTarget) => void {
    const navigate = useNavigate();
    return ({ to, params, search }) => void navigate({ to, params, search });
}
