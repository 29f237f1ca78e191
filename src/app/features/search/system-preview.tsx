// The state, the last 28 days and the facts of the chosen system, beside the results.
import { useDebounced } from '#app/ui/hooks/use-debounced.ts';
import { FactRow, Facts } from '#app/ui/layout/rows.tsx';
import { Strip } from '#app/ui/status/strip.tsx';
import { useNow } from '#app/device/now.ts';
import { reader } from '#app/device/reader.ts';
import { useFreshness } from '#app/realtime/freshness.ts';
import { scheduleLabel, stripSentence } from '#app/features/systems/system-facts.ts';
import { statusLine } from '#app/features/systems/system-format.ts';
import { useSystem } from '#app/features/systems/system-queries.ts';
import { tenseOf } from '#app/realtime/tense.ts';
import { formatBytes, formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';

const SETTLE_MS = 150;

/** Loaded once the choice rests on it; until then nothing is shown. */
export default function SystemPreview({ id }: { id: string }) {
  const now = useNow(30_000);
  const settled = useDebounced(id, SETTLE_MS);
  const query = useSystem(settled === id ? id : null, now);
  const { fresh } = useFreshness(query);
  const system = query.data;
  if (system === undefined || system.id !== id) return null;
  const { strip, lastBackup, dueAt, schedule, keepSize } = system;
  const tense = tenseOf(dueAt !== null && Date.parse(dueAt) < now);
  return (
    <>
      <p className="font-semibold wrap-anywhere">{statusLine(system, now, !fresh)}</p>
      <div className="flex-none overflow-hidden">
        <Strip cells={strip} label={stripSentence(system, now)} stale={!fresh} />
      </div>
      <div className="flex-none [--card-inset:0px] [--row-height:40px]">
        <Facts>
          <FactRow term={m.systems_last_backup()}>
            {lastBackup === null ? m.systems_never() : formatMoment(lastBackup, now, reader())}
          </FactRow>
          <FactRow term={m.systems_due({ tense })}>
            {dueAt === null ? m.systems_not_monitored() : formatMoment(dueAt, now, reader())}
          </FactRow>
          <FactRow term={m.systems_schedule()}>
            {schedule === null ? m.systems_schedule_none() : <bdi>{scheduleLabel(schedule)}</bdi>}
          </FactRow>
          {keepSize > 0 && <FactRow term={m.systems_stored()}>{formatBytes(keepSize, reader())}</FactRow>}
        </Facts>
      </div>
    </>
  );
}
