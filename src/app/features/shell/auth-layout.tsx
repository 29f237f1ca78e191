// The bare page of sky and water: the lamp on the horizon, then a form or a sentence.
import type { ReactNode } from 'react';
import { LampRise } from '#app/ui/primitives/logo.tsx';
import { FullBleed, Screen } from '#app/ui/layout/screen.tsx';
import { FlashHost } from './page.tsx';
import { useTitle } from './error-pages.tsx';

interface BareProps {
  title: string;
  /** Under the title. */
  line?: ReactNode;
  /** The lamp above is left out where the form is long. */
  low?: boolean;
  children: ReactNode;
}

/** A page without tabs, for anyone. */
export function Bare({ title, line, low = false, children }: BareProps) {
  useTitle(title === 'Backwatch' ? '' : title);
  const sky = (
    <FullBleed>
      <div
        className="overflow-hidden"
        style={{ background: 'linear-gradient(var(--bg) 20%, var(--gok) 62%, var(--deep) 62%)' }}
      >
        <div className="mx-auto max-w-140">
          <LampRise />
        </div>
      </div>
    </FullBleed>
  );
  return (
    <Screen ground="deep" header={low ? undefined : sky} flash={<FlashHost />}>
      <div className="mx-auto max-w-140 pt-3 pb-6">
        <div className="px-4 pb-5">
          <h1 className="text-[2.5rem] leading-[1.1] font-bold tracking-[-0.035em] wrap-anywhere">{title}</h1>
          {line && <p className="text-text2 pt-1 text-lg wrap-anywhere">{line}</p>}
        </div>
        {children}
      </div>
    </Screen>
  );
}
