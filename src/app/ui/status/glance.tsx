// The glance: one sentence and one silhouette over the sky, readable at arm's length.
import type { ReactNode } from 'react';
import { Mark, type MarkKind } from '#app/ui/primitives/mark.tsx';
import { useThrottled } from '#app/ui/hooks/use-throttled.ts';

/** A sentence that changes faster than it can be read aloud is read as it is by then. */
const SAID_EVERY_MS = 5000;

/** The colour of the sky. */
export type SkyTone = 'miss' | 'late' | 'ok' | 'off';

/** Sky down to the waterline; put a strip last in it. */
export function Sky({ tone, children }: { tone: SkyTone; children: ReactNode }) {
  return <div className={`sky sky-${tone}`}>{children}</div>;
}

type GlanceProps = {
  /** The whole sentence: "3 need you". */
  sentence: string;
  kind: MarkKind;
  tone: SkyTone;
  /** Long sentences are set smaller; left out, it follows the length. */
  size?: 'short' | 'mid' | 'long';
  /** Header above the sentence, strip below it. */
  header?: ReactNode;
  children?: ReactNode;
};

/** The top of the home page. `off` drains the mark and says it is remembered only. */
export function Glance({ sentence, kind, tone, size, header, children }: GlanceProps) {
  const fit = size ?? (tone === 'off' ? 'mid' : sentence.length > 16 ? 'long' : 'short');
  const off = tone === 'off';
  return (
    <Sky tone={tone}>
      {header}
      <p className="vh" aria-live="polite">
        {useThrottled(sentence, SAID_EVERY_MS)}
      </p>
      <section className="glance">
        <h1 className={fit === 'short' ? '' : fit}>{sentence}</h1>
        <Mark
          kind={kind}
          size={fit === 'long' ? 92 : fit === 'mid' ? 96 : 104}
          hollow={off}
          className={off ? 'remembered' : ''}
        />
      </section>
      {children}
    </Sky>
  );
}
