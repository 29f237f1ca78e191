// The age of a record that is opened without a connection.
import { useSearch } from '@tanstack/react-router';
import { queryClient } from '#app/api/query-client.ts';
import { AgePlate } from '#app/features/watch/home-widgets.tsx';
import { useLiveState } from '#app/realtime/freshness.ts';

/** The plate while the connection is lost. */
export function OfflineAge({ asOf }: { asOf: number | undefined }) {
  return <AgePlate fresh={useLiveState() !== 'offline'} asOf={asOf} />;
}

/** The same of the record that the address names by its id. */
export function RecordAge() {
  const { id }: { id?: unknown } = useSearch({ strict: false });
  const isOpen = (input: unknown) => (input as { id?: unknown } | undefined)?.id === id;
  const [record] = queryClient
    .getQueryCache()
    .findAll({ predicate: ({ queryKey: [, call, input] }) => String(call).startsWith('get') && isOpen(input) });
  return <OfflineAge asOf={id === undefined ? undefined : record?.state.dataUpdatedAt} />;
}
