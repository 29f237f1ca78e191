// Step 3: how often a backup must arrive; only where the system has no schedule yet.
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { LinkRow, Rows } from '#app/ui/layout/rows.tsx';
import { ButtonLink } from '#app/ui/primitives/button.tsx';
import { api } from '#app/api/client.ts';
import { useCan } from '#app/auth/me.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { flash } from '#app/device/flash.ts';
import { ruleOf, ruleText } from '#app/features/schedules/schedule-text.ts';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import * as m from '#text/messages.js';
import { stepHref } from './first-steps.tsx';
import { StepPage } from './step-page.tsx';
import type { FirstSystem } from './use-first-steps.ts';

const MOST = 20;

/** A press on a schedule gives it to the system. */
export function StepSchedule({ system }: { system: FirstSystem }) {
  const { history } = useRouter();
  const [busy, setBusy] = useState(false);
  const mayCreate = useCan('schedule.create');
  const { id, name, organizationId } = system;
  const query = useQuery(
    api.schedule.list.queryOptions({
      where: { or: [{ organization: null }, { organization: organizationId }] },
      sort: 'createdAt ASC',
      limit: MOST,
    }),
  );
  const choose = async (schedule: string) => {
    if (busy) return;
    setBusy(true);
    try {
      await api.system.update({ id, schedule });
      history.push(stepHref('report'));
    } catch (error) {
      flash('negative', errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <StepPage
      step="schedule"
      title={m.firstrun_choose_schedule()}
      line={m.firstrun_schedule_line({ system: name })}
      primary={
        mayCreate ? <ButtonLink to="/admin/schedule/settings?from=first-steps">{m.schedules_new()}</ButtonLink> : null
      }
    >
      {query.data === undefined ? (
        <Unanswered title={m.firstrun_not_loaded()} query={query} />
      ) : (
        <Rows label={m.systems_schedule()}>
          {query.data.rows.map((schedule) => (
            <LinkRow
              key={schedule.id}
              icon="calendar"
              label={<bdi>{schedule.name}</bdi>}
              note={ruleText(ruleOf(schedule))}
              onPress={() => void choose(schedule.id)}
            />
          ))}
        </Rows>
      )}
    </StepPage>
  );
}
