// The page that was open when the session ended, in grey behind the sheet. It takes no input and sends no request.
import { useLayoutEffect, useRef } from 'react';
import { type PageSnapshot, renderSnapshot } from '#app/auth/page-snapshot.ts';

/** Covers the login. */
export function PageBehind({ snapshot }: { snapshot: PageSnapshot }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (ref.current) renderSnapshot(snapshot.inner, ref.current);
  }, [snapshot]);
  return (
    <div
      ref={ref}
      inert
      aria-hidden="true"
      data-page-behind=""
      className="bg-bg fixed inset-0 z-10 overflow-hidden grayscale"
    />
  );
}
