// A term that explains itself: a button beside it opens the explanation.
import { useState } from 'react';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import * as m from '#text/messages.js';

interface HelpProps {
  term: string;
  /** One to three sentences. */
  text: string;
}

export function Help({ term, text }: HelpProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <button
        type="button"
        className="grid size-11 flex-none place-items-center text-text3"
        aria-label={m.ui_help({ term })}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Icon name="help" size={20} />
      </button>
      <Sheet open={anchor !== null} onClose={() => setAnchor(null)} anchor={anchor} title={term} detail={text}>
        {null}
      </Sheet>
    </>
  );
}
