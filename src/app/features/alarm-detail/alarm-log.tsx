// The last log lines of a system's newest run.
import { useState } from 'react';
import { Card } from '#app/ui/layout/rows.tsx';
import * as m from '#text/messages.js';

const LAST_LINES = 8;
const TROUBLE = /\b(error|fail(?:ed|ure)?|fatal|refused|denied)\b/i;

/** Nothing while no run has reported. */
export function AlarmLog({ log }: { log: string | null | undefined }) {
  const [isWhole, setWhole] = useState(false);
  const lines = (log ?? '').trimEnd().split('\n');
  if (lines.length === 1 && lines[0] === '') return null;
  const shown = isWhole ? lines : lines.slice(-LAST_LINES);
  const toggle = lines.length > LAST_LINES && (
    <button type="button" className="min-h-11 underline" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
      {isWhole ? m.alarms_log_less() : m.alarms_log_whole()}
    </button>
  );
  return (
    <Card title={m.client_last_log()} end={toggle}>
      <pre className="font-mono text-[0.8125rem]/[1.6] wrap-anywhere whitespace-pre-wrap text-text2">
        {shown.map((line, index) => (
          <span key={index} className={TROUBLE.test(line) ? 'block font-semibold text-misstext' : 'block'}>
            {line}
          </span>
        ))}
      </pre>
    </Card>
  );
}
