// The glance: one sentence and one silhouette over the sky, readable at arm's length.
import type { ReactNode } from 'react';
import { cx } from '#app/ui/primitives/cx.ts';
import { Mark, type MarkKind } from '#app/ui/primitives/mark.tsx';
import { useThrottled } from '#app/ui/hooks/use-throttled.ts';
import styles from './glance.module.css';

/** A sentence that changes faster than it can be read aloud is read as it is by then. */
const SAID_EVERY_MS = 5000;

/** The colour of the sky. `dawn`: there is no state yet. */
export type SkyTone = 'miss' | 'late' | 'ok' | 'off' | 'dawn';

/** Sky down to the waterline; put a strip last in it. */
export function Sky({ tone, children }: { tone: SkyTone; children: ReactNode }) {
  return <div className={cx(styles.sky, styles[tone])}>{children}</div>;
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

/** From large to small. */
const SIZES = ['short', 'mid', 'long', 'word'] as const;
type Size = (typeof SIZES)[number];

/** Returns `wanted`, or the largest size below it at which no word breaks beside the mark of a phone. */
export function fitOf(sentence: string, wanted: Size): Size {
  const letters = Math.max(...sentence.split(/\s+/).map((word) => word.length));
  const fitting = letters > 11 ? 3 : letters > 7 ? 2 : letters > 6 ? 1 : 0;
  return SIZES[Math.max(fitting, SIZES.indexOf(wanted))] ?? wanted;
}

/** The top of the home page. `off` drains the mark: the data is cached. */
export function Glance({ sentence, kind, tone, size, header, children }: GlanceProps) {
  const usual = tone === 'off' ? 'mid' : sentence.length > 16 ? 'long' : 'short';
  const fit = fitOf(sentence, size ?? usual);
  const off = tone === 'off';
  return (
    <Sky tone={tone}>
      {header}
      <p className="sr-only" aria-live="polite">
        {useThrottled(sentence, SAID_EVERY_MS)}
      </p>
      <section className={cx(styles.glance, fit !== 'short' && styles[fit], fit === 'word' && styles.long)}>
        <h1>
          <span key={sentence}>{sentence}</span>
        </h1>
        <Mark
          key={fit}
          kind={kind}
          size={fit === 'long' || fit === 'word' ? 92 : fit === 'mid' ? 96 : 104}
          hollow={off}
          className={off ? 'text-text3' : ''}
        />
      </section>
      {children}
    </Sky>
  );
}

/** The line under the waterline, with a fact at its end. */
export function GlanceCaption({ end, children }: { end?: ReactNode; children: ReactNode }) {
  return (
    <p className={styles.caption}>
      <span>{children}</span>
      {end !== undefined && <small>{end}</small>}
    </p>
  );
}
