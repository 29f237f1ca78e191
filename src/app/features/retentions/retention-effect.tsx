// The backups that a retention would purge, by the server: the sum, and by system on tap.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LinkRow, Rows } from '#app/ui/layout/rows.tsx';
import { cx } from '#app/ui/primitives/cx.ts';
import { useDebounced } from '#app/ui/hooks/use-debounced.ts';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { Skeleton } from '#app/ui/status/skeleton.tsx';
import { api } from '#app/api/client.ts';
import type { Answer } from '#app/api/types.ts';
import { reader } from '#app/device/reader.ts';
import { UnansweredPart, isLoading } from '#app/features/shell/query-state.tsx';
import type { RetentionRule } from '#contract/retention.ts';
import { formatBytes } from '#text/format.ts';
import * as m from '#text/messages.js';
import { isValidRule, retentionUnits } from './retention-rule.ts';

const SETTLE_MS = 300;
const SHOWN = 100;

type Preview = Answer<'retention', 'preview'>;

/** Old figures are dimmed until those of the last change have come. */
export function RetentionEffect({ id, rule }: { id: string; rule: RetentionRule }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const key = retentionUnits.map((unit) => rule[unit]).join();
  const settled = useDebounced(key, SETTLE_MS);
  const [days = 0, weeks = 0, months = 0, years = 0] = settled.split(',').map(Number);
  const asked = { days, weeks, months, years };
  const isValid = isValidRule(asked);
  const query = useQuery({
    ...api.retention.preview.queryOptions({ id, ...asked }),
    enabled: isValid,
    placeholderData: keepPreviousData,
    // No event of a system renews it.
    refetchInterval: 60_000,
  });
  const { data, isPlaceholderData } = query;
  if (isLoading(query)) return <Skeleton />;
  if (data === undefined) return <UnansweredPart title={m.forms_effect_unknown()} query={query} />;
  if (data.systems === 0) return null;
  const isStale = isPlaceholderData || settled !== key || !isValid;
  return (
    <section className={cx(isStale && 'opacity-60')} aria-busy={isStale}>
      {data.purgeCount === 0 ? (
        <p className="px-4 pt-2 text-text2">{`${purgeText(data)}. ${noteOf(data)}`}</p>
      ) : (
        <Rows>
          <LinkRow
            label={purgeText(data)}
            note={noteOf(data)}
            value={formatBytes(data.purgeSize, reader())}
            onPress={setAnchor}
          />
        </Rows>
      )}
      <Sheet
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        title={purgeText(data)}
        detail={noteOf(data)}
        anchor={anchor}
      >
        <BySystem preview={data} />
      </Sheet>
    </section>
  );
}

const purgeText = ({ purgeCount }: Preview): string =>
  purgeCount === 0 ? m.retentions_effect_none() : m.retentions_effect_purge({ count: purgeCount });

function noteOf({ purgedSystems, systems, keepCount, keepSize, added, isPart }: Preview): string {
  const retained = { count: keepCount, size: formatBytes(keepSize, reader()) };
  const parts = [
    m.retentions_effect_stay(retained),
    ...(purgedSystems > 0 ? [m.retentions_effect_systems({ some: purgedSystems, count: systems })] : []),
    ...(added > 0 ? [m.retentions_effect_added({ count: added })] : []),
    ...(isPart ? [m.forms_effect_part({ count: systems })] : []),
  ];
  return parts.join(' ');
}

function BySystem({ preview: { purged, purgedSystems } }: { preview: Preview }) {
  const shown = purged.slice(0, SHOWN);
  return (
    <>
      <Rows>
        {shown.map((one) => (
          <LinkRow
            key={one.id}
            to={`/admin/system/purge?id=${one.id}`}
            label={<bdi>{one.name}</bdi>}
            note={`${one.organizationName}, ${m.retentions_effect_counts({ purge: one.purgeCount, stay: one.keepCount })}`}
            value={formatBytes(one.purgeSize, reader())}
          />
        ))}
      </Rows>
      {purgedSystems > shown.length && (
        <p className="px-1.5 pt-3 text-text3">{m.forms_more_changes({ count: purgedSystems - shown.length })}</p>
      )}
    </>
  );
}
