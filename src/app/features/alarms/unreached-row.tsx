// A warning row: alarms that reached nobody. It opens why.
import { lazy, Suspense, useState } from 'react';
import { LinkRow, Rows } from '#app/ui/layout/rows.tsx';
import * as m from '#text/messages.js';
import type { Alarm } from './alarm-format.ts';

const UnreachedSheet = lazy(() => import('./unreached-sheet.tsx'));

/** Renders nothing while every open alarm reached somebody. */
export function UnreachedRow({ open }: { open: readonly Alarm[] }) {
  const unreached = open.filter(({ delivery, resolvedAt }) => delivery.unreached && resolvedAt === null);
  const [shown, setShown] = useState(false);
  const [used, setUsed] = useState(false);
  const show = () => {
    setUsed(true);
    setShown(true);
  };
  return (
    <>
      {unreached.length > 0 && (
        <div className="pb-2">
          <Rows>
            <LinkRow
              icon="warn"
              label={m.alarms_unreached({ count: unreached.length })}
              note={m.alarms_unreached_why()}
              onPress={show}
            />
          </Rows>
        </div>
      )}
      {used && (
        <Suspense fallback={null}>
          <UnreachedSheet alarms={shown ? unreached : null} onClose={() => setShown(false)} />
        </Suspense>
      )}
    </>
  );
}
