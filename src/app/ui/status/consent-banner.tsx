// The banner that asks for consent to storage that is not strictly necessary: two answers of the same weight.
import { useEffect, useRef } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import * as m from '#text/messages.js';

interface ConsentBannerProps {
  /** Names the data that would be stored, and the purpose. */
  children: string;
  onAnswer: (accepted: boolean) => void;
}

/** A region of its own; it stays until it is answered, and takes the focus because a press opened it. */
export function ConsentBanner({ children, onAnswer }: ConsentBannerProps) {
  const root = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    root.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <section
      ref={root}
      tabIndex={-1}
      aria-label={m.ui_consent()}
      className="sticky bottom-3 z-10 mx-3 mt-2 rounded-card bg-s2 p-4 shadow-(--lift) outline-none ring-1 ring-edge ring-inset"
    >
      <h2 className="font-[650]">{m.ui_consent()}</h2>
      <p className="pt-1 pb-3 text-text2">{children}</p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-2">
        <Button kind="quiet" wide onPress={() => onAnswer(false)}>
          {m.ui_consent_decline()}
        </Button>
        <Button kind="quiet" wide onPress={() => onAnswer(true)}>
          {m.ui_consent_accept()}
        </Button>
      </div>
    </section>
  );
}
