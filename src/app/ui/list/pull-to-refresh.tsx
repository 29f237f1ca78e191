// Pull to refresh: the half disc rises out of the waterline.
import { useEffect, useRef, useState } from 'react';
import { useScroller } from '#app/ui/layout/screen.tsx';
import styles from './pull-to-refresh.module.css';

const enough = 72;
/** Whoever waits for an answer without a network waits for ever, ms. */
const patience = 10_000;

type PullProps = {
  /** Asks for news; resolves to what to say, "Checked 03:12:40". */
  onRefresh: () => Promise<string | void>;
  /** A quiet second line: "Last heard 4 s ago". */
  note?: string;
};

type Phase = 'idle' | 'pulling' | 'asking' | 'said';

/** Put it first in a Screen. Works only while the page is at its top. */
export function PullToRefresh({ onRefresh, note }: PullProps) {
  const scroller = useScroller();
  const [phase, setPhase] = useState<Phase>('idle');
  const [travel, setTravel] = useState(0);
  const [said, setSaid] = useState('');
  const ask = useRef(onRefresh);
  ask.current = onRefresh;
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
      if (dy < enough) {
        setPhase('idle');
        setTravel(0);
        return;
      }
      busy.current = true;
      setPhase('asking');
      setTravel(enough);
      const answer = (words: string) => {
        setSaid(words);
        setPhase('said');
        window.setTimeout(() => {
          busy.current = false;
          setPhase('idle');
          setTravel(0);
        }, 1500);
      };
      const tooLong = new Promise<never>((_, reject) => window.setTimeout(reject, patience));
      Promise.race([ask.current(), tooLong]).then(
        (words) => answer(words ?? 'Checked'),
        () => answer('No answer'),
      );
    });
  }, [scroller]);
  const words = {
    idle: '',
    pulling: travel >= enough ? 'Let go to check now' : 'Pull to check',
    asking: 'Checking',
    said,
  };
  return (
    <div className={styles.pull} style={{ height: travel }} data-settle={phase === 'pulling' ? undefined : ''}>
      {travel > 0 && <Disc up={Math.min(1, travel / enough)} />}
      <p role="status" className={phase === 'idle' ? 'sr-only' : styles.note}>
        {words[phase]}
        {note && phase === 'pulling' && <span className="text-text3"> {note}</span>}
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
