// How a part links: the app hands in its router's link once, the parts never know it.
import {
  createContext,
  useContext,
  type ComponentType,
  type KeyboardEventHandler,
  type MouseEventHandler,
  type ReactNode,
} from 'react';

/** The properties of a link. */
export type LinkProps = {
  to: string;
  children: ReactNode;
  className?: string;
  onClick?: MouseEventHandler<HTMLAnchorElement>;
  onKeyDown?: KeyboardEventHandler<HTMLAnchorElement>;
  draggable?: boolean;
  role?: 'checkbox';
  'aria-checked'?: boolean;
  'aria-current'?: 'page' | 'true';
  'aria-label'?: string;
  'data-row'?: string;
};

/** A component that draws an anchor and navigates without loading a page. */
export type LinkComponent = ComponentType<LinkProps>;

function PlainLink({ to, ...rest }: LinkProps) {
  return <a href={to} {...rest} />;
}

/** Put the router's link here, once, around the app. */
export const LinkContext = createContext<LinkComponent>(PlainLink);

/** The link to use. */
export const useLink = (): LinkComponent => useContext(LinkContext);
