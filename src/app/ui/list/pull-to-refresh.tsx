// Pull to refresh: the half disc rises out of the waterline.
import { useEffect, useRef, useState } from 'react';
import { useScroller } from '#app/ui/layout/screen.tsx';
import * as m from '#text/messages.js';
import styles from './pull-to-refresh.module.css';

/** The travel from which a release refreshes, px. */
const THRESHOLD = 72;
/** Without a network an answer may never arrive, ms. */
const TIMEOUT_MS = 10_000;
/** Time for which the result stays on screen, ms. */
const RESULT_MS = 1500;

type PullProps = {
  /** Refreshes; resolves to the message for the success, "Checked 03:12:40". */
  onRefresh: () => Promise<string | void>;
};

type Phase = 'idle' | 'pulling' | 'refreshing' | 'done';

/** Put it first in a Screen. Works only while the page is at its top. */
export function PullToRefresh({ onRefresh }: PullProps) {
  const scroller = useScroller();
  const [phase, setPhase] = useState<Phase>('idle');
  const [travel, setTravel] = useState(0);
  const [result, setResult] = useState('');
  const refresh = useRef(onRefresh);
  refresh.current = onRefresh;
  const busy = useRef(false);
  useEffect(() => {
    const el = scroller;
    if (!el) return undefined;
    return listen(el, busy, (dy, done) => {
      if (!done) {
        setPhase(dy > 0 ? 'pulling' : 'idle');
        setTravel(dy);
        return;
      }
      if (dy < THRESHOLD) {
        setPhase('idle');
        setTravel(0);
        return;
      }
      busy.current = true;
      setPhase('refreshing');
      setTravel(THRESHOLD);
      const finish = (message: string) => {
        setResult(message);
        setPhase('done');
        window.setTimeout(() => {
          busy.current = false;
          setPhase('idle');
          setTravel(0);
        }, RESULT_MS);
      };
      const timeout = new Promise<never>((_, reject) => window.setTimeout(reject, TIMEOUT_MS));
      Promise.race([refresh.current(), timeout]).then(
        (message) => finish(message ?? m.lists_pull_checked()),
        () => finish(m.lists_pull_no_answer()),
      );
    });
  }, [scroller]);
  const messages: Record<Phase, () => string> = {
    idle: () => '',
    pulling: travel >= THRESHOLD ? m.lists_pull_release : m.lists_pull,
    refreshing: m.lists_pull_checking,
    done: () => result,
  };
  return (
    <div className={styles.pull} style={{ height: travel }} data-settle={phase === 'pulling' ? undefined : ''}>
      {travel > 0 && <Disc up={Math.min(1, travel / THRESHOLD)} />}
      <p role="status" className={phase === 'idle' ? 'sr-only' : styles.note}>
        {messages[phase]()}
      </p>
    </div>
  );
}

function Disc({ up }: { up: number }) {
  return (
    <svg width="160" height="32" viewBox="0 0 160 32" aria-hidden="true" overflow="hidden">
      <clipPath id="pull-sky">
        <path d="M0 0h160v27H0z" />
      </clipPath>
      <g clipPath="url(#pull-sky)">
        <path d="M66 27a14 14 0 0 1 28 0Z" fill="var(--lamp)" transform={`translate(0 ${(1 - up) * 16})`} />
      </g>
      <path d="M0 30h160" stroke="var(--wl)" strokeWidth="2" />
    </svg>
  );
}

type Report = (travel: number, done: boolean) => void;

function listen(el: HTMLElement, busy: { current: boolean }, report: Report): () => void {
  let from: number | null = null;
  let travel = 0;
  const start = (e: TouchEvent) => {
    from = !busy.current && el.scrollTop <= 0 && e.touches.length === 1 ? (e.touches[0]?.clientY ?? null) : null;
    travel = 0;
  };
  const move = (e: TouchEvent) => {
    if (from === null) return;
    const dy = (e.touches[0]?.clientY ?? from) - from;
    if (dy < 0 && travel === 0) {
      from = null;
      return;
    }
    if (dy < 12 && travel === 0) return;
    if (e.cancelable) e.preventDefault();
    travel = Math.max(0, Math.min(120, (dy - 12) * 0.6));
    report(travel, false);
  };
  const end = () => {
    if (from !== null && travel > 0) report(travel, true);
    from = null;
  };
  // A listener that may cancel makes the browser ask it before each scroll, so it is there only at the top.
  const follow = () => {
    if (el.scrollTop <= 0) el.addEventListener('touchmove', move, { passive: false });
    else if (travel === 0) el.removeEventListener('touchmove', move);
  };
  follow();
  el.addEventListener('scroll', follow, { passive: true });
  el.addEventListener('touchstart', start, { passive: true });
  el.addEventListener('touchend', end);
  el.addEventListener('touchcancel', end);
  return () => {
    el.removeEventListener('scroll', follow);
    el.removeEventListener('touchstart', start);
    el.removeEventListener('touchmove', move);
    el.removeEventListener('touchend', end);
    el.removeEventListener('touchcancel', end);
  };
}
