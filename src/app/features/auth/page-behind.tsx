// The page that was open when the session ended, in grey behind the sheet. It takes no input and sends no request.
import { useLayoutEffect, useRef } from 'react';
import { type PagePicture, paint } from '#app/auth/page-picture.ts';

/** Covers the login. */
export function PageBehind({ picture }: { picture: PagePicture }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (ref.current) paint(picture.inner, ref.current);
  }, [picture]);
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
