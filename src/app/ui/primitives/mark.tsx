// The status mark: a silhouette that differs from the others without colour.
import { cx } from './cx.ts';
import styles from './mark.module.css';
import { glyphs, shapes, toneOf, toneText, type MarkKind, type Tone } from './mark-paths.ts';

export { toneOf, toneText };
export type { MarkKind, Tone };

const line = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

/** A mark. Solid = needs someone; hollow = fine, taken, or remembered. `grow` turns the size arrow up. */
export function Mark(props: { kind: MarkKind; size?: number; hollow?: boolean; grow?: boolean; className?: string }) {
  const { kind, size = 24, hollow = false, grow = false, className } = props;
  return (
    <svg
      className={cx(styles.mark, styles[toneOf(kind)], className)}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      data-kind={kind}
    >
      {kind === 'none' || kind === 'running' || kind === 'unknown' ? (
        <Ring kind={kind} hollow={hollow} />
      ) : (
        <Body kind={kind} hollow={hollow} grow={grow} />
      )}
    </svg>
  );
}

function Ring({ kind, hollow }: { kind: 'none' | 'running' | 'unknown'; hollow: boolean }) {
  // Eight dashes.
  const dashes = kind === 'unknown' ? { strokeDasharray: '3.5 3.41' } : {};
  return (
    <>
      <path d={glyphs[kind]} {...line} stroke="currentColor" strokeWidth={hollow ? 2 : 3.2} {...dashes} />
      {kind === 'running' && <circle cx="12" cy="12" r="2.6" fill="currentColor" />}
    </>
  );
}

function Body({ kind, hollow, grow }: { kind: MarkKind; hollow: boolean; grow: boolean }) {
  const ink = hollow ? 'currentColor' : 'var(--on)';
  const turn = grow && kind === 'size' ? 'rotate(180 12 13.1)' : undefined;
  return (
    <>
      {hollow ? (
        <path
          d={shapes[kind]}
          {...line}
          stroke="currentColor"
          strokeWidth="2.2"
          transform="translate(1 1) scale(.9167)"
        />
      ) : (
        <path d={shapes[kind]} fill="currentColor" />
      )}
      {kind === 'overdue' && (
        <path d="M7.8 4.9h8.4L12 8.7Z" {...line} stroke={ink} strokeWidth="1.6" fill={hollow ? 'none' : ink} />
      )}
      {glyphs[kind] && (
        <path d={glyphs[kind]} {...line} stroke={ink} strokeWidth={hollow ? 2.2 : 2.4} transform={turn} />
      )}
    </>
  );
}
