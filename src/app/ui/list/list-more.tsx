// The end of a list that has more: loads the next page when it comes near, or at a press.
import { type ReactNode, useEffect, useRef } from 'react';
import { useScroller } from '#app/ui/layout/screen.tsx';
import { Button } from '#app/ui/primitives/button.tsx';

interface ListMoreProps {
  busy: boolean;
  /** The last attempt failed: only a press tries again. */
  failed: boolean;
  onMore: () => void;
  /** The label of the button. */
  children: ReactNode;
}

/** Put it below the last row. */
export function ListMore({ busy, failed, onMore, children }: ListMoreProps) {
  const foot = useRef<HTMLDivElement>(null);
  const scroller = useScroller();
  const latest = useRef(onMore);
  latest.current = onMore;
  useEffect(() => {
    const el = foot.current;
    if (!el || failed || busy || typeof IntersectionObserver === 'undefined') return undefined;
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && latest.current(), {
      root: scroller ?? null,
      rootMargin: '400px',
    });
    watch.observe(el);
    return () => watch.disconnect();
  }, [scroller, failed, busy]);
  return (
    <div ref={foot} className="px-3 py-4">
      <Button kind="quiet" wide busy={busy} onPress={onMore}>
        {children}
      </Button>
    </div>
  );
}
