// Asks before a change takes permissions away from people; a change that takes nothing is not asked about.
import { type ReactNode, useRef, useState } from 'react';
import type { Effect } from './permission-effect.ts';
import { LossSheet } from './loss-sheet.tsx';

interface LossQuestion {
  /** True if nobody loses anything, or the person agrees. `confirm` is the word on the button. */
  confirmLoss: (effect: Effect, confirm: string, anchor?: HTMLElement | null) => Promise<boolean>;
  /** Draw it once on the page. */
  sheet: ReactNode;
}

/** The question and its sheet. */
export function useLossQuestion(): LossQuestion {
  const [asked, setAsked] = useState<{ effect: Effect; confirm: string; anchor: HTMLElement | null } | null>(null);
  const answer = useRef<(agreed: boolean) => void>(() => undefined);
  const settle = (agreed: boolean) => {
    answer.current(agreed);
    answer.current = () => undefined;
  };
  const confirmLoss: LossQuestion['confirmLoss'] = (effect, confirm, anchor = null) => {
    if (effect.losses.length === 0) return Promise.resolve(true);
    // Asked again while open: the first question is over.
    settle(false);
    return new Promise((resolve) => {
      answer.current = resolve;
      setAsked({ effect, confirm, anchor });
    });
  };
  const sheet = (
    <LossSheet
      effect={asked?.effect ?? null}
      confirm={asked?.confirm ?? ''}
      anchor={asked?.anchor ?? null}
      onConfirm={() => settle(true)}
      onClose={() => {
        setAsked(null);
        settle(false);
      }}
    />
  );
  return { confirmLoss, sheet };
}
