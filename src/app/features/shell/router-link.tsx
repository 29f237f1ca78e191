// The link that the parts draw: an anchor with a real address that the router follows without loading a page.
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { LinkProps } from '#app/ui/primitives/link.tsx';

/** A link to a path of this app, query included. New tabs, downloads and modified clicks stay the browser's. */
export function RouterLink({ to, onClick, ...rest }: LinkProps) {
  const router = useRouter();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!plain || event.defaultPrevented || !to.startsWith('/')) return;
    event.preventDefault();
    router.history.push(to);
  };
  return <a href={to} onClick={follow} {...rest} />;
}
