// The texts of the lists of systems where there is no system at all.
import { EmptyStrip } from '#app/ui/status/empty.tsx';
import { tenseOf } from '#app/realtime/tense.ts';
import * as m from '#text/messages.js';

/** @param fresh false: of the past, since the data may be old */
export const noSystems = (fresh: boolean, mayAdd: boolean) => ({
  title: m.systems_empty({ tense: tenseOf(!fresh) }),
  art: <EmptyStrip />,
  detail: mayAdd ? m.systems_empty_add() : m.systems_empty_no_access(),
});
