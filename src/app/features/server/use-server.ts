// The facts about the server, read again while they are shown, and the calls that change them.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { queryClient } from '#app/api/query-client.ts';
import { useMe } from '#app/auth/me.ts';
import { flash } from '#app/device/flash.ts';
import { isAdministrator } from '#contract/permissions.ts';
import { type Facts, type Part, parts } from './server-text.ts';

const POLLED_MS = 15_000;
/** While a copy is made, or a push is on its way. */
const BUSY_MS = 1000;

const facts = api.server.get.queryOptions();
const isBusy = ({ copies, tests }: Facts): boolean => copies?.running === true || tests.push?.state === 'waiting';

/** The facts; disabled for everybody but administrators. */
export function useServer() {
  const me = useMe();
  return useQuery({
    ...facts,
    enabled: me !== null && isAdministrator(me),
    refetchInterval: ({ state: { data } }) => (data && isBusy(data) ? BUSY_MS : POLLED_MS),
  });
}

export interface ServerActions {
  /** The action at work, or null; another one does not start meanwhile. */
  busy: Part | 'copy' | null;
  /** Tests parts one after another. */
  test(wanted?: readonly Part[]): void;
  copy(): void;
}

/** The actions of the screen; a failed one says so in a flash. */
export function useServerActions(): ServerActions {
  const [busy, setBusy] = useState<ServerActions['busy']>(null);
  const run = async (names: readonly (Part | 'copy')[]) => {
    if (busy !== null) return;
    try {
      for (const name of names) {
        setBusy(name);
        const next = await (name === 'copy' ? api.server.copy() : api.server.test({ part: name }));
        queryClient.setQueryData(facts.queryKey, next);
      }
    } catch (error) {
      flash('negative', errorMessage(error));
    }
    setBusy(null);
  };
  return { busy, test: (wanted = parts) => void run(wanted), copy: () => void run(['copy']) };
}
