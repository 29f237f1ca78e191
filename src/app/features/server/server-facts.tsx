// The facts about the server: disk, build, database, queues, copies and settings.
import { Button } from '#app/ui/primitives/button.tsx';
import { Card, FactRow, Facts, SectionTitle } from '#app/ui/layout/rows.tsx';
import { reader } from '#app/device/reader.ts';
import { formatBytes, formatMoment, formatNumber, isolate } from '#text/format.ts';
import * as m from '#text/messages.js';
import { type Facts as ServerFacts, isLow } from './server-text.ts';
import type { ServerActions } from './use-server.ts';
import css from './server-facts.module.css';

interface Shown {
  facts: ServerFacts;
  now: number;
}

const bytes = (size: number): string => formatBytes(size, reader());
const moment = (at: string, now: number): string => formatMoment(at, now, reader());
const SECRET = '••••••';

/** The used share of the disk; null where the disk cannot be read. */
export function Disk({ facts: { disk } }: Shown) {
  if (!disk) return null;
  const used = disk.size - disk.free;
  return (
    <Card title={m.server_disk()} end={<bdi className="font-mono text-code wrap-anywhere">{disk.folder}</bdi>}>
      <p className={`text-[1.5rem]/[1.2] font-bold ${isLow(disk) ? 'text-misstext' : ''}`}>
        {m.server_disk_free({ size: bytes(disk.free) })}
      </p>
      <div className={css['disk']} aria-hidden="true">
        <span style={{ inlineSize: `${(used / disk.size) * 100}%` }} data-low={isLow(disk) || undefined} />
      </div>
      <p className="text-secondary text-text2">{m.server_disk_of({ used: bytes(used), size: bytes(disk.size) })}</p>
    </Card>
  );
}

export function Build({ facts, now }: Shown) {
  return (
    <div>
      <SectionTitle>{m.server_version()}</SectionTitle>
      <Facts>
        <FactRow term={m.server_stamp()}>
          <span className="font-mono text-code">{facts.stamp}</span>
        </FactRow>
        <FactRow term={m.server_version()}>{facts.version}</FactRow>
        <FactRow term={m.server_started()}>{moment(facts.startedAt, now)}</FactRow>
        <FactRow term={m.server_node()}>{facts.nodeVersion}</FactRow>
        <FactRow term={m.server_connected()}>{formatNumber(facts.connected, reader())}</FactRow>
        {facts.servers > 1 && <FactRow term={m.server_servers()}>{facts.servers}</FactRow>}
      </Facts>
    </div>
  );
}

export function Database({ facts: { database }, now }: Shown) {
  const { check } = database;
  const time = check && moment(check.at, now);
  return (
    <div>
      <SectionTitle
        end={
          time !== null &&
          (check?.isSound ? (
            m.server_check_sound({ time })
          ) : (
            <span className="text-misstext">{m.server_check_found({ time })}</span>
          ))
        }
      >
        {m.server_database()}
      </SectionTitle>
      <Facts>
        <FactRow term={m.server_kind()}>{m.server_engine({ engine: database.engine })}</FactRow>
        <FactRow term={m.backups_size()}>{bytes(database.bytes)}</FactRow>
      </Facts>
    </div>
  );
}

export function Queues({ facts: { queues }, now }: Shown) {
  return (
    <>
      <SectionTitle>{m.server_queues()}</SectionTitle>
      <Facts>
        {(['deadlines', 'pushes', 'mails'] as const).map((queue) => {
          const { count, nextAt } = queues[queue];
          const nextName =
            queue === 'deadlines' && queues[queue].system ? `, ${isolate(queues[queue].system.name)}` : '';
          return (
            <FactRow
              key={queue}
              term={m.server_queue({ queue })}
              note={nextAt && m.server_queue_next({ time: moment(nextAt, now) }) + nextName}
            >
              <span className="tabular-nums">{formatNumber(count, reader())}</span>
            </FactRow>
          );
        })}
      </Facts>
    </>
  );
}

export function Copies({ facts: { copies, database }, now, actions }: Shown & { actions: ServerActions }) {
  if (!copies)
    return (
      <>
        <SectionTitle>{m.server_copies()}</SectionTitle>
        <Card>{database.engine === 'postgres' ? m.server_copy_postgres() : m.server_copies_off()}</Card>
      </>
    );
  const { count, last, oldestAt, nextAt, running } = copies;
  const isBusy = running || actions.busy === 'copy';
  return (
    <>
      <SectionTitle>{m.server_copies()}</SectionTitle>
      <Facts>
        <FactRow term={m.server_copy_last()}>
          {last ? m.server_copy_of({ time: moment(last.at, now), size: bytes(last.bytes) }) : m.server_copy_none()}
        </FactRow>
        {oldestAt && (
          <FactRow term={m.server_copies_kept()}>
            {m.server_copies_oldest({ count, time: moment(oldestAt, now) })}
          </FactRow>
        )}
        {!running && <FactRow term={m.server_copy_next()}>{moment(nextAt, now)}</FactRow>}
      </Facts>
      <div className="px-3 pt-2">
        <Button wide size="medium" busy={isBusy} onPress={actions.copy}>
          <span role="status">{isBusy ? m.server_copying() : m.server_copy_now()}</span>
        </Button>
      </div>
    </>
  );
}

/** Those that somebody set come first. */
export function Settings({ facts: { settings } }: Shown) {
  const isDefault = ({ source }: ServerFacts['settings'][number]) => source === 'default';
  const sorted = settings.toSorted((a, b) => Number(isDefault(a)) - Number(isDefault(b)));
  if (sorted.length === 0) return null;
  return (
    <>
      <SectionTitle end={m.server_settings_note()}>{m.server_settings()}</SectionTitle>
      <Facts>
        {sorted.map(({ name, value, isSecret, source }) => (
          <FactRow key={name} term={name} note={m.server_setting_source({ source })}>
            {isSecret || value !== null ? (
              <bdi className="font-mono text-code">{isSecret ? SECRET : value}</bdi>
            ) : (
              <span className="text-text3">{m.server_not_set()}</span>
            )}
          </FactRow>
        ))}
      </Facts>
    </>
  );
}
