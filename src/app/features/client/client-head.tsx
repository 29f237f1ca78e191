// The head of the page of a client: its mark, who holds the key, its connection, and a note.
import type { ReactNode } from 'react';

interface ClientHeadProps {
  mark: ReactNode;
  title: string;
  state: string;
  note?: string | undefined;
}

/** Of the client of a system, an organization or a Raspberry Pi. */
export function ClientHead({ mark, title, state, note }: ClientHeadProps) {
  return (
    <div className="flex items-start gap-3.5 px-4 pt-4 pb-2">
      {mark}
      <div className="min-w-0 wrap-anywhere">
        <h2 dir="auto" className="text-[min(1.25rem,8vw)]/[1.25] font-[650] tracking-[-0.018em]">
          {title}
        </h2>
        <p className="text-text2">{state}</p>
        {note !== undefined && <p className="pt-1 text-text3">{note}</p>}
      </div>
    </div>
  );
}
