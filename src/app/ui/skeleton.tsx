// Waiting: nothing for 300 ms, then the waterline and two bars for each row. Never a spinner.

const widths = [120, 150, 96, 134, 110, 142];

/** Rows to come. */
export function Skeleton({ rows = 4, label = 'Loading' }: { rows?: number; label?: string }) {
  return (
    <div className="skel">
      <span className="vh" role="status">
        {label}
      </span>
      <ul aria-hidden="true">
        {Array.from({ length: rows }, (_, i) => {
          const w = widths[i % widths.length] ?? 120;
          return (
            <li key={i}>
              <i />
              <i style={{ width: w }} />
              <i style={{ width: w * 0.8 }} />
              <hr />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
