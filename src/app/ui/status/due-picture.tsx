// The picture of a rule: now, and three due times, each with the waiting after it and the alarm below the line.
import { Children, useId, type ReactNode } from 'react';
import css from './due-picture.module.css';

const WIDTH = 334;
const PITCH = WIDTH / 3;
const BAR = 13;
/** Position of the first due time, after the half disc of the present. */
const START = 24;
const SHORTEST = 10;
const LONGEST = 58;

// Short waits differ more than long ones; from one whole interval on all look the same.
const waitWidth = (share: number): number => (share <= 0 ? 0 : SHORTEST + LONGEST * Math.sqrt(Math.min(1, share)));

interface DuePictureProps {
  /** The length of the waiting as a share of the interval; 0 for none. */
  share: number;
  /** The picture in words. */
  label: string;
  /** One element below each due time. */
  children: ReactNode;
}

/** Half disc: now. Outlined bar: due. Hatched: waiting. Outlined block below the line: alarm. */
export function DuePicture({ share, label, children }: DuePictureProps) {
  const id = useId();
  const wait = waitWidth(share);
  return (
    <div className={css['picture']}>
      <svg viewBox={`0 0 ${WIDTH} 68`} role="img" aria-label={label} data-mirrored="">
        <pattern id={id} width="6" height="7" patternUnits="userSpaceOnUse" patternTransform="skewX(-30)">
          <rect className={css['wait']} width="3" height="7" />
        </pattern>
        <rect className={css['line']} y="46" width={WIDTH} height="2" rx="1" />
        <path className={css['now']} d="M0 45a7 7 0 0 1 14 0Z" />
        {[0, 1, 2].map((index) => (
          <g key={index} transform={`translate(${START + PITCH * index})`}>
            <rect className={css['due']} y="10" width={BAR} height="34" rx="2.5" />
            {wait > 0 && <rect x={BAR + 3} y="37" width={wait} height="7" rx="2" fill={`url(#${id})`} />}
            <path
              className={css['alarm']}
              transform={`translate(${wait > 0 ? BAR + 5 + wait : 0} 50)`}
              d="M0 0h13v11a2.5 2.5 0 0 1-2.5 2.5h-8A2.5 2.5 0 0 1 0 11z"
            />
          </g>
        ))}
      </svg>
      <ol>
        {Children.map(children, (child) => (
          <li>{child}</li>
        ))}
      </ol>
    </div>
  );
}
