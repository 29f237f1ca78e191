// The layout of pages without navigation: the lamp on the horizon, a title, then a form or a message.
import type { ReactNode } from 'react';
import { LampRise } from '#app/ui/primitives/logo.tsx';
import { FullBleed, Screen } from '#app/ui/layout/screen.tsx';
import { FlashHost } from './page.tsx';
import { useTitle } from './error-pages.tsx';

/** The title of pages without one of their own. */
const PRODUCT = 'Backwatch';

interface AuthLayoutProps {
  /** Heading and window title; the product name if left out. */
  title?: string;
  /** Under the title. */
  line?: ReactNode;
  /** Leaves out the lamp, for a long form. */
  compact?: boolean;
  children: ReactNode;
}

/** A page that needs no session: no tabs, no rail. */
export function AuthLayout({ title, line, compact = false, children }: AuthLayoutProps) {
  useTitle(title ?? '');
  const sky = (
    <FullBleed>
      {/* Over the sky: below it a message would cover the title. */}
      <FlashHost />
      <div
        className="overflow-hidden"
        style={{ background: 'linear-gradient(var(--bg) 20%, var(--gok) 62%, var(--deep) 62%)' }}
      >
        <div className="mx-auto max-w-140 [@media(max-height:30rem)]:max-w-60">
          <LampRise />
        </div>
      </div>
    </FullBleed>
  );
  return (
    <Screen ground="deep" header={!compact && sky} flash={compact && <FlashHost />}>
      <div className="mx-auto max-w-140 pt-3 pb-6">
        <div className="px-4 pb-5">
          <h1 className="text-[min(2.5rem,10vw)] leading-[1.1] font-bold tracking-[-0.035em] wrap-break-word">
            {title ?? PRODUCT}
          </h1>
          {line && <p className="text-text2 pt-1 text-lg wrap-anywhere">{line}</p>}
        </div>
        {children}
      </div>
    </Screen>
  );
}
