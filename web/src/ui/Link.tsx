import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { forwardRef, type AnchorHTMLAttributes } from 'react';

type AnchorRest = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps>;
type ButtonRest = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps>;

const RoutedAnchor = forwardRef<HTMLAnchorElement, AnchorProps & AnchorRest>((props, ref) => <Anchor ref={ref} {...props} />);
const RoutedButton = forwardRef<HTMLAnchorElement, ButtonProps & ButtonRest>((props, ref) => (
    <Button ref={ref} component="a" {...props} />
));

// Links within the application: `to`, `params` and `search` as of the router, the rest as of Mantine.
export const Link = createLink(RoutedAnchor);
export const LinkButton = createLink(RoutedButton);

// Where a row or a search result leads.
export interface LinkTarget {
    to: string;
    params?: Record<string, string>;
    search?: Record<string, unknown>;
}
