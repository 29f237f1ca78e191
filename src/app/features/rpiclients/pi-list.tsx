// Raspberry Pi clients as rows and as columns: those to assign first, the newest on top.
import type { ListDescription } from '#app/ui/list/list-types.ts';
import type { ListSearch, ListSort } from '#app/ui/list/list-tools.tsx';
import { cx } from '#app/ui/primitives/cx.ts';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { api } from '#app/api/client.ts';
import { mono } from '#app/features/client/client-report.tsx';
import { whereWords } from '#app/features/lists/list-search.ts';
import type { ListPart, PageInput } from '#app/features/lists/use-list-pages.ts';
import { reader } from '#app/device/reader.ts';
import { formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';
import { type PiClient, firstSeenText, isUnassigned, piHref, piName, seenText } from './pi-text.ts';

/** The orders of the list; the first one is the usual one. */
export const piSorts = (): ListSort[] => [
  { value: 'newest', label: m.rpi_first_seen_term(), note: m.lists_newest_first() },
  { value: 'oldest', label: m.rpi_first_seen_term(), note: m.lists_oldest_first() },
  { value: 'silent', label: m.client_last_connection(), note: m.rpi_sort_silent_note() },
  { value: 'address', label: m.client_mac(), note: m.rpi_sort_address_note() },
];

const orders: Record<string, string> = {
  newest: 'createdAt DESC',
  oldest: 'createdAt ASC',
  silent: 'lastConnection ASC',
  address: 'macAddress ASC',
};

/** Two groups: to assign, and assigned. */
export function piParts({ find, sort = 'newest' }: ListSearch): readonly ListPart[] {
  const part = (key: string, label: string, organizationId: unknown): ListPart => ({
    key,
    label,
    where: { ...whereWords(find, ['find']), organizationId },
    sort: orders[sort] ?? 'createdAt DESC',
  });
  return [part('waiting', m.rpi_to_assign(), null), part('assigned', m.rpi_assigned(), { '!=': null })];
}

/** One page of a group; the first one is stored on the device. */
export const piPage = ({ where, sort }: ListPart, page: PageInput) =>
  api.rpiclient.list.queryOptions({ where, sort, ...page }, { persist: page.skip === 0 });

interface PiListOptions {
  /** Epoch ms. */
  now: number;
  /** Opens the assignment of a Pi without one; undefined without the permission. */
  onAssign: ((pi: PiClient, row: HTMLElement) => void) | undefined;
}

/** The list at a moment. A row that waits opens its assignment, all others lead to the Pi. */
export function piList({ now, onAssign }: PiListOptions): ListDescription<PiClient> {
  const assigns = (pi: PiClient) => onAssign !== undefined && isUnassigned(pi);
  return {
    label: m.shell_place_rpiclients(),
    keyOf: ({ id }) => id,
    nameOf: piName,
    hrefOf: (pi) => (assigns(pi) ? undefined : piHref(pi.id)),
    opens: assigns,
    ...(onAssign && { onOpen: onAssign }),
    rowHeight: 96,
    renderRow: (pi, { stale }) => <PiRow pi={pi} now={now} stale={stale} assigns={assigns(pi)} />,
    titlesInTable: true,
    columns: [
      {
        id: 'name',
        header: m.rpi_belongs_to(),
        width: 200,
        grow: 2,
        link: true,
        cell: (pi) => (assigns(pi) ? `${m.rpi_assign()}: ${piName(pi)}` : piName(pi)),
      },
      {
        id: 'organization',
        header: m.systems_organization(),
        width: 150,
        grow: 1,
        dir: 'auto',
        cell: ({ organization }) => organization?.name,
      },
      {
        id: 'mac',
        header: m.client_mac(),
        width: 180,
        sort: { ascending: 'address' },
        cell: ({ macAddress }) => mono(macAddress),
      },
      { id: 'ip', header: m.client_ip(), width: 140, cell: ({ ip }) => mono(ip) },
      {
        id: 'seen',
        header: m.client_last_connection(),
        width: 170,
        sort: { ascending: 'silent' },
        cell: ({ lastConnection }) =>
          lastConnection === null ? m.rpi_never_seen() : formatMoment(lastConnection, now, reader()),
      },
      {
        id: 'first',
        header: m.rpi_first_seen_term(),
        width: 140,
        sort: { ascending: 'oldest', descending: 'newest' },
        cell: ({ createdAt }) => formatMoment(createdAt, now, reader()),
      },
    ],
  };
}

interface PiRowProps {
  pi: PiClient;
  now: number;
  stale: boolean;
  assigns: boolean;
}

/** 96 px high. The address stays in sight: it is printed on the case. With large text it has all the width. */
function PiRow({ pi, now, stale, assigns }: PiRowProps) {
  const waits = isUnassigned(pi);
  const { macAddress, organization, system, ip, name } = pi;
  const isNamed = !waits || name !== '';
  const place = waits ? seenText(pi, now) : system ? organization?.name : m.systems_organization();
  return (
    <span data-plain="" className={cx('flex h-full items-center gap-3.5 px-4 text-start', stale && 'text-text2')}>
      <PiTile waits={waits && !stale} />
      <span className="block min-w-0 flex-1">
        <b
          dir="auto"
          className={cx('block truncate text-[1.125rem] font-[650]', isNamed ? 'tracking-[-0.012em]' : 'font-mono')}
        >
          {piName(pi)}
        </b>
        <span className="block truncate text-secondary text-text3">
          <bdi className="inline-block max-w-full truncate align-bottom">{place}</bdi>
          {ip !== null && `, ${ip}`}
        </span>
        <span className="block truncate text-secondary text-text3">
          {isNamed ? mono(macAddress) : firstSeenText(pi, now)}
        </span>
      </span>
      {!waits && <span className="flex-none text-secondary text-text3 max-[19.9rem]:hidden">{seenText(pi, now)}</span>}
      {assigns && (
        <span className="flex-none rounded-control border-2 border-lamp px-3.5 py-2 font-[650] max-[19.9rem]:hidden">
          {m.rpi_assign()}
        </span>
      )}
    </span>
  );
}

/** The picture of a Pi; outlined while it waits for its assignment. */
export function PiTile({ waits }: { waits: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid size-10.5 flex-none place-items-center rounded-control max-[19.9rem]:hidden',
        waits ? 'border-2 border-lamp' : 'bg-s2 text-text2',
      )}
    >
      <Icon name="chip" size={22} />
    </span>
  );
}
