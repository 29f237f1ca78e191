// The link of the components: the app provides the router's link once, so that `ui` does not import routes.
import {
  createContext,
  useContext,
  type ComponentType,
  type KeyboardEventHandler,
  type MouseEventHandler,
  type ReactNode,
} from 'react';

/** Properties that a component passes to a link. */
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

/** Provides the router's link; used once, around the app. */
export const LinkContext = createContext<LinkComponent>(PlainLink);

/** Returns the provided link. */
export const useLink = (): LinkComponent => useContext(LinkContext);
