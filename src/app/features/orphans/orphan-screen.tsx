// One orphan: whose it was, the backups that are left, and deleting it.
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { Fold } from '#app/ui/layout/fold.tsx';
import { FactRow, Facts } from '#app/ui/layout/rows.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { useMedia } from '#app/ui/hooks/use-media.ts';
import { rowsOf } from '#app/ui/list/list-lines.ts';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { api } from '#app/api/client.ts';
import { useCan, useMe } from '#app/auth/me.ts';
import { mayIn } from '#app/auth/can-in.ts';
import { flash } from '#app/device/flash.ts';
import { useNow } from '#app/device/now.ts';
import { reader } from '#app/device/reader.ts';
import { backupSorts, sortBackups } from '#app/features/backups/backup-sorts.ts';
import { saveRows } from '#app/features/lists/csv-action.ts';
import { RecordList } from '#app/features/lists/record-list.tsx';
import { useListSearch } from '#app/features/lists/use-list-search.ts';
import { ActivityLink } from '#app/features/shell/activity-link.tsx';
import { ConfirmDelete } from '#app/features/shell/confirm-sheet.tsx';
import { NotFound } from '#app/features/shell/error-pages.tsx';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import { leadsTo, listAddress } from '#app/features/lists/list-searches.ts';
import { OfflineAge } from '#app/features/shell/record-age.tsx';
import { RecordPage } from '#app/features/shell/record-page.tsx';
import { formatBytes, formatDateTime, formatNumber } from '#text/format.ts';
import { isGone } from '#app/features/shell/is-gone.ts';
import * as m from '#text/messages.js';
import { LeftStrip } from './left-strip.tsx';
import { leftBackups } from './left-backups.tsx';
import { type Orphan, amountText } from './orphans-list.tsx';

const parent = '/admin/orphans';
const TICK_MS = 30_000;
const noNavigation = () => undefined;

/** An orphan of a system; one of a client has no call of its own and comes from the list. */
export function OrphanScreen({ id, kind }: { id: string; kind: Orphan['kind'] }) {
  const mayRead = useCan('orphan.read');
  const ofSystem = useQuery({
    ...api.orphan.getSystem.queryOptions({ id }, { persist: true }),
    enabled: mayRead && kind === 'system',
  });
  const ofClient = useQuery({
    ...api.orphan.clients.queryOptions({ where: { id } }, { persist: true }),
    enabled: mayRead && kind === 'client',
  });
  const query = kind === 'system' ? ofSystem : ofClient;
  // Deleting takes it out of the cache before the page is left.
  const [deleting, setDeleting] = useState<Orphan | null>(null);
  const orphan = (kind === 'system' ? ofSystem.data : ofClient.data?.rows[0]) ?? deleting;
  if (!orphan && (isGone(query.error) || ofClient.data?.rows.length === 0)) return <NotFound />;
  return (
    <RecordPage
      title={orphan?.name ?? m.orphans_one()}
      {...leadsTo(parent, m.orphans_title())}
      primary={orphan && <DeleteOrphan orphan={orphan} onDeleting={setDeleting} />}
    >
      {orphan ? (
        <>
          {kind === 'client' && <OfflineAge asOf={ofClient.dataUpdatedAt} />}
          <OrphanHead orphan={orphan} />
          {kind === 'client' ? (
            <OrphanFacts orphan={orphan} />
          ) : (
            <Fold title={m.orphans_details()} note={m.orphans_details_note()}>
              <OrphanFacts orphan={orphan} />
            </Fold>
          )}
          {orphan.backups && <Left backups={orphan.backups} id={id} />}
          <ActivityLink record={{ id: orphan.gone, organizationId: orphan.organizationId }} />
        </>
      ) : (
        <Unanswered title={m.orphans_one_not_loaded()} forbidden={m.orphans_forbidden()} query={query} />
      )}
    </RecordPage>
  );
}

function OrphanHead({ orphan }: { orphan: Orphan }) {
  const { kind, model, name, createdAt, count } = orphan;
  return (
    <>
      <div className="px-4 pt-3 pb-2 wrap-anywhere">
        <h2 className="text-[1.5rem]/[1.2] font-bold tracking-[-0.022em]">
          {kind === 'client' ? m.orphans_client_head() : m.orphans_head({ amount: amountText(orphan), count })}
        </h2>
        <p className="text-text2">{m.orphans_whose({ model, name, time: formatDateTime(createdAt, reader()) })}</p>
      </div>
      {orphan.backups && <LeftStrip dates={orphan.backups.map(({ date }) => date)} />}
    </>
  );
}

function OrphanFacts({ orphan }: { orphan: Orphan }) {
  const { kind, model, createdAt, count, size, clientVersion, ip, lastConnection, gone, updatedAt } = orphan;
  const at = (iso: string) => formatDateTime(iso, reader());
  return (
    <Facts>
      {kind === 'system' && (
        <FactRow term={m.orphans_left()} note={formatBytes(size, reader())}>
          {m.systems_backups_stored({ count })}
        </FactRow>
      )}
      {clientVersion !== null && <FactRow term={m.client_version()}>{clientVersion}</FactRow>}
      {ip !== null && (
        <FactRow term={m.client_ip()}>
          <bdi className="font-mono text-code">{ip}</bdi>
        </FactRow>
      )}
      {lastConnection !== null && <FactRow term={m.client_last_connection()}>{at(lastConnection)}</FactRow>}
      <FactRow term={m.orphans_deleted()}>{at(createdAt)}</FactRow>
      <FactRow term={m.scans_changed()}>{at(updatedAt)}</FactRow>
      <FactRow term={m.orphans_gone_id({ model })}>
        <bdi className="font-mono text-code">{gone}</bdi>
      </FactRow>
    </Facts>
  );
}

function Left({ backups, id }: { backups: NonNullable<Orphan['backups']>; id: string }) {
  const wide = useMedia('(min-width: 64rem)');
  const now = useNow(TICK_MS);
  const list = useMemo(() => leftBackups(now), [now]);
  const order = useListSearch(backupSorts);
  const { sort } = order.search;
  const items = useMemo(() => sortBackups(backups, sort, (backup) => backup), [backups, sort]);
  const rows = useMemo(() => rowsOf([{ key: 'all', label: m.backups_title(), items, count: items.length }]), [items]);
  return (
    <RecordList
      id="left-backups"
      list={list}
      rows={rows}
      table={wide}
      order={order}
      onDownload={() => void saveRows('backups', items)}
      placeId={`orphan-${id} ${sort}`}
      onNavigate={noNavigation}
    />
  );
}

interface DeleteOrphanProps {
  orphan: Orphan;
  onDeleting: (orphan: Orphan | null) => void;
}

function DeleteOrphan({ orphan, onDeleting }: DeleteOrphanProps) {
  const { history } = useRouter();
  const me = useMe();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { id, kind, name, count, size } = orphan;
  if (me === null || !mayIn(me, 'orphan.destroy', orphan.organizationId)) return null;
  const call = kind === 'system' ? api.orphan.destroySystem : api.orphan.destroyClient;
  const leave = () => {
    flash(
      'positive',
      kind === 'system' ? m.orphans_deleted_backups({ amount: amountText(orphan) }) : m.forms_deleted({ name }),
    );
    history.replace(listAddress(parent));
  };
  return (
    <>
      <Button kind="danger" onPress={setAnchor}>
        <Icon name="trash" />
        {kind === 'system' ? m.orphans_delete() : m.orphans_delete_client()}
      </Button>
      <Sheet
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchor={anchor}
        title={
          kind === 'system' ? m.orphans_delete_title({ amount: amountText(orphan) }) : m.forms_delete_title({ name })
        }
        detail={kind === 'system' ? m.orphans_delete_detail() : m.orphans_delete_client_detail()}
      >
        <ConfirmDelete
          record={orphan}
          destroy={() => call({ id })}
          onDeleting={onDeleting}
          {...(kind === 'system' && {
            confirm: m.orphans_delete_confirm({
              count,
              number: formatNumber(count, reader()),
              size: formatBytes(size, reader()),
            }),
          })}
          onDone={leave}
        />
      </Sheet>
    </>
  );
}
