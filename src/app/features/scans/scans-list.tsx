// Scans as rows and as columns: those of one system by their time, those of many by the name of the system.
import { RowBody } from '#app/ui/list/list-row.tsx';
import type { ListDescription } from '#app/ui/list/list-types.ts';
import { reader } from '#app/device/reader.ts';
import { tenseOf } from '#app/realtime/tense.ts';
import { formatMoment, withoutStop } from '#text/format.ts';
import * as m from '#text/messages.js';
import { type Scan, askerOf, countsText, methodText, reasonText, scanHref, scanMark, stateText } from './scan-text.ts';

// A phone has no room for all of it: what came of the scan stands first.
const details = (scan: Scan): string =>
  [countsText(scan), reasonText(scan), methodText(scan)].filter(Boolean).join('. ');
const isCalm = ({ status }: Scan): boolean => status !== 'failed' && status !== 'timed-out';

/** The scans at a moment (epoch ms). `named`: they are of many systems. */
export function scansList(now: number, named: boolean): ListDescription<Scan> {
  const time = ({ createdAt }: Scan) => formatMoment(createdAt, now, reader());
  return {
    label: m.scans_title(),
    keyOf: ({ id }) => id,
    nameOf: (scan) => (named ? scan.system.name : time(scan)),
    hrefOf: ({ id }) => scanHref(id),
    rowHeight: 72,
    renderRow: (scan, { stale }) => (
      <RowBody
        mark={scanMark(scan)}
        hollow={isCalm(scan)}
        name={named ? scan.system.name : time(scan)}
        word={stateText(scan, tenseOf(stale))}
        meta={named ? `${withoutStop(time(scan))}. ${details(scan)}` : details(scan)}
        stale={stale}
      />
    ),
    columns: [
      {
        id: 'time',
        header: m.scans_time(),
        width: 150,
        link: !named,
        sort: { descending: 'newest', ascending: 'oldest' },
        cell: time,
      },
      ...(named
        ? [
            {
              id: 'system',
              header: m.systems_system(),
              width: 200,
              grow: 2,
              link: true,
              cell: (scan: Scan) => scan.system.name,
            },
            {
              id: 'organization',
              header: m.systems_organization(),
              width: 160,
              grow: 1,
              dir: 'auto' as const,
              cell: (scan: Scan) => scan.organization.name,
            },
          ]
        : []),
      {
        id: 'state',
        header: m.systems_state(),
        width: 180,
        cell: (scan, { stale }) => stateText(scan, tenseOf(stale)),
      },
      { id: 'counts', header: m.scans_found(), width: 210, cell: countsText },
      { id: 'asker', header: m.scans_asker(), width: 150, grow: 1, dir: 'auto', cell: askerOf },
      { id: 'reason', header: m.scans_reason(), width: 200, grow: 2, cell: reasonText },
    ],
  };
}
