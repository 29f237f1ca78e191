// An address as a QR code. Always dark on white: many cameras do not read the other way round.
import { generate } from 'lean-qr/nano';
import { useMemo } from 'react';
import css from './qr-code.module.css';

/** Modules of white around it, as readers expect. */
const QUIET = 4;

/** The dark modules as one path, and the width of the code in modules. */
function pathOf(text: string): { path: string; size: number } {
  const code = generate(text);
  let path = '';
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) path += `M${x + QUIET} ${y + QUIET}h1v1h-1z`;
  return { path, size: code.size + 2 * QUIET };
}

/** `label` is read by screen readers. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => pathOf(text), [text]);
  return (
    <svg
      className={css['code']}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect className={css['light']} width={size} height={size} />
      <path className={css['dark']} d={path} />
    </svg>
  );
}
