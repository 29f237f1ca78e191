// The rest of the first steps on Watch: the number of those that are done, the next one, and Hide.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Card } from '#app/ui/layout/rows.tsx';
import { ButtonLink } from '#app/ui/primitives/button.tsx';
import { api } from '#app/api/client.ts';
import { usePush } from '#app/push/store.ts';
import { deviceKind } from '#app/features/push/push-state.ts';
import * as m from '#text/messages.js';
import { setFirstRunState } from './first-run-store.ts';
import { Hide, actions, doneText, stepHref } from './first-steps.tsx';
import { type FirstStepsState, POLL_MS, isRingingElsewhere } from './use-first-steps.ts';

/** One line on a desk. */
function Left({ line, to, children }: { line: string; to: string; children: ReactNode }) {
  return (
    <div className="pb-2">
      <Card>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="min-w-0 flex-[1_1_10rem]">
            <b className="block">{m.firstrun_title()}</b>
            <span className="text-text2">{line}</span>
          </p>
          <Hide />
          <ButtonLink to={to} size="small">
            {children}
          </ButtonLink>
        </div>
      </Card>
    </div>
  );
}

/** Before the first backup. */
export function StepsLeft({ user, steps }: { user: string; steps: FirstStepsState }) {
  useEffect(() => setFirstRunState(user, 'open'), [user]);
  const { next } = steps;
  return (
    next && (
      <Left line={doneText(steps)} to={stepHref(next)}>
        {actions[next]()}
      </Left>
    )
  );
}

/** After it, until a phone rings: a phone by itself, which Watch says there; on a computer another device that showed a push. */
export function AlarmsLeft({ user }: { user: string }) {
  const { state, device } = usePush();
  const isComputer = deviceKind() === 'computer';
  const devices = useQuery({ ...api.device.list.queryOptions(), enabled: isComputer, refetchInterval: POLL_MS }).data;
  const isKnown = state !== 'unknown' && (!isComputer || devices !== undefined);
  const rings = isKnown && (isComputer ? devices?.some(isRingingElsewhere(device)) === true : state === 'on');
  useEffect(() => {
    if (rings) setFirstRunState(user, 'done');
  }, [rings, user]);
  if (!isComputer || !isKnown || rings) return null;
  return (
    <Left line={m.firstrun_then_alarms_note()} to={stepHref('arrived')}>
      {m.firstrun_phone_title()}
    </Left>
  );
}
