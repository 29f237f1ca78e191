// The product mark: a lamp standing on the waterline, its light broken below.

/** The lamp in the current colour. */
export function Lamp({ size = 24, className }: { size?: number; className?: string }) {
  return (
    <svg className={className} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M7.8 14.8a4.2 4.2 0 0 1 8.4 0Z" fill="currentColor" />
      <g fill="none" stroke="currentColor" strokeLinecap="round">
        <path d="M3.4 14.8a8.6 8.6 0 0 1 17.2 0" strokeWidth="2.2" />
        <path d="M1.3 18h21.4" strokeWidth="2.2" />
        <path d="M8.5 21.6h7" strokeWidth="2" opacity=".65" />
      </g>
    </svg>
  );
}

/** The lamp large on the horizon of a bare page: 390 x 230 units, as wide as its container; the horizon goes on beside it. */
export function LampRise() {
  return (
    <svg viewBox="0 0 390 230" width="100%" style={{ maxHeight: '15rem', overflow: 'visible' }} aria-hidden="true">
      <path d="M143 132a52 52 0 0 1 104 0Z" fill="var(--lamp)" />
      <g fill="none" stroke="var(--lamp)" strokeLinecap="round">
        <path d="M101 131a94 94 0 0 1 188 0" strokeWidth="7" />
        <path d="M151 160h88" strokeWidth="6" opacity=".7" />
        <path d="M169 177h52" strokeWidth="6" opacity=".45" />
        <path d="M184 194h22" strokeWidth="6" opacity=".28" />
      </g>
      <path d="M-2000 142h4390" stroke="var(--wl)" strokeWidth="2" />
    </svg>
  );
}
