// The lists of systems where there is no system at all: their texts, and the action that adds the first one.
import { useRouter } from '@tanstack/react-router';
import { useCan } from '#app/auth/me.ts';
import { EmptyStrip } from '#app/ui/status/empty.tsx';
import { tenseOf } from '#app/realtime/tense.ts';
import * as m from '#text/messages.js';

interface AddAction {
  label: string;
  run: () => void;
}

/** Opens the form of a new system; undefined without the permission. */
export function useNewSystem(href = '/admin/system/settings'): AddAction | undefined {
  const { history } = useRouter();
  return useCan('system.create') ? { label: m.systems_new(), run: () => history.push(href) } : undefined;
}

/** @param fresh false: of the past, since the data may be old */
export const noSystems = (fresh: boolean, mayAdd: boolean) => ({
  title: m.systems_empty({ tense: tenseOf(!fresh) }),
  art: <EmptyStrip />,
  detail: mayAdd ? m.systems_empty_add() : m.systems_empty_no_access(),
});
