// One day as a key glyph, for the line below a strip and for legends.
import type { Cell } from './strip-geometry.ts';

const up = 'M6.5 11.6V2.5a1 1 0 0 1 1-1h5a1 1 0 0 1 1 1v9.1z';
const half = 'M6.5 11.6V8.2a1 1 0 0 1 1-1h5a1 1 0 0 1 1 1v3.4z';
const down = 'M6.5 14.8h7v3.4a1 1 0 0 1-1 1h-5a1 1 0 0 1-1-1z';
const frame = 'M7.3 11.6V3.3a1 1 0 0 1 1-1h3.4a1 1 0 0 1 1 1v8.3z';

/** The glyph of a cell, on its waterline. */
export function StripLegend({ cell, size = 20 }: { cell: Cell; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <path d="M1 13.2h18" stroke="var(--wl)" strokeWidth="1.6" strokeLinecap="round" />
      {cell === 'o' && <path d={up} fill="var(--okbar)" />}
      {cell === 'l' && <path d={half} fill="var(--late)" />}
      {cell === 'm' && <path d={down} fill="var(--miss)" />}
      {cell === '.' && <circle cx="10" cy="10.4" r="1.5" fill="var(--none)" />}
      {cell === 'r' && (
        <>
          <path d={frame} fill="none" stroke="var(--run)" strokeWidth="1.6" />
          <path d="M6.5 11.8V7.5h7v4.3z" fill="var(--run)" />
        </>
      )}
    </svg>
  );
}
