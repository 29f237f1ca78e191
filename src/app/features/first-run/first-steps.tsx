// The path of a new installation to its first backup: its steps, the next one, and Hide.
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { timeZoneText } from '#app/ui/form/time-zone-row.tsx';
import { TopBar } from '#app/ui/layout/page-header.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { useLink } from '#app/ui/primitives/link.tsx';
import { Sky } from '#app/ui/status/glance.tsx';
import { useHotkeys } from '#app/ui/hooks/use-hotkeys.ts';
import { useMe } from '#app/auth/me.ts';
import { flash } from '#app/device/flash.ts';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import { LivePanel } from '#app/features/shell/live-panel.tsx';
import { Page } from '#app/features/shell/page.tsx';
import * as m from '#text/messages.js';
import { hideFirstSteps, setFirstRunState } from './first-run-store.ts';
import css from './first-steps.module.css';
import { type FirstStepsState, type Step, steps, useFirstSteps } from './use-first-steps.ts';

/** The address of a step. */
export const stepHref = (step: Step | 'arrived'): string => `/getting-started?step=${step}`;

/** In the place of Watch. */
export function FirstSteps() {
  const me = useMe();
  const navigate = useNavigate();
  const state = useFirstSteps();
  const user = me?.id;
  const next = state?.next;
  useTitle('');
  useEffect(() => {
    if (user !== undefined) setFirstRunState(user, 'open');
  }, [user]);
  return (
    <Page
      ground="deep"
      measure="pane"
      dockKind="soft"
      dock={
        next && (
          <Button kind="lamp" wide onPress={() => void navigate({ to: stepHref(next) })}>
            <Icon name={next === 'report' ? 'term' : 'plus'} />
            {actions[next]()}
          </Button>
        )
      }
    >
      <StepsPath header={<TopBar brand="Backwatch" end={<LivePanel />} />} />
    </Page>
  );
}

/** The text of the button to a step. */
export const actions: Record<Step, () => string> = {
  organization: m.firstrun_add_organization,
  system: m.firstrun_add_system,
  schedule: m.firstrun_choose_schedule,
  report: m.firstrun_set_up_report,
};

/** The number of steps that are done, as a sentence. */
export const doneText = ({ done }: FirstStepsState): string =>
  m.firstrun_done({ done: steps.filter((step) => done[step]).length, count: steps.length });

/** The sentence, the bars, and the rows. Also a pane beside an open step. */
export function StepsPath({ header, current }: { header?: ReactNode; current?: Step }) {
  const Heading = current === undefined ? 'h1' : 'h2';
  const state = useFirstSteps();
  const list = useRef<HTMLOListElement>(null);
  const move = (by: 1 | -1) => () => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    links[Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
  };
  useHotkeys({ j: move(1), k: move(-1) });
  return (
    <>
      <Sky tone="dawn">
        {header}
        <Heading className={css['sentence']}>{m.firstrun_sentence({ count: steps.length })}</Heading>
        <Bars state={state} />
      </Sky>
      <div className="flex items-center justify-between gap-4 px-4 pt-2">
        <p className="text-text2">{state && doneText(state)}</p>
        <Hide />
      </div>
      {state && (
        <ol ref={list} className="px-3 pb-4">
          {steps.map((step, index) => (
            <StepRow
              key={step}
              state={state}
              step={step}
              number={index + 1}
              current={step === (current ?? state.next)}
            />
          ))}
          <li className={css['last']}>
            <Icon name="bell" size={26} className="text-text3" />
            <span>
              <b>{m.firstrun_then_alarms()}</b>
              <small>{m.firstrun_then_alarms_note()}</small>
            </span>
          </li>
        </ol>
      )}
    </>
  );
}

/** One for each step, on the waterline. `low`: on the page of a step. */
export function Bars({ state, low = false }: { state: FirstStepsState | null; low?: boolean }) {
  return (
    <div className={css['bars']} {...(low && { 'data-low': '' })} aria-hidden="true">
      {steps.map((step) => (
        <i key={step} data-state={state?.done[step] ? 'done' : state?.next === step ? 'now' : 'later'} />
      ))}
    </div>
  );
}

/** Takes the steps away from Watch. */
export function Hide() {
  const me = useMe();
  const navigate = useNavigate();
  if (me === null) return null;
  const hide = () => {
    hideFirstSteps(me.id);
    flash('info', m.firstrun_hidden());
    void navigate({ to: '/' });
  };
  return <TextButton onPress={hide}>{m.firstrun_hide()}</TextButton>;
}

/** A button of lower weight than the others on its page: underlined words. */
export function TextButton({ onPress, children }: { onPress: (el: HTMLElement) => void; children: ReactNode }) {
  return (
    <button type="button" className="min-h-11 px-1 underline" onClick={(event) => onPress(event.currentTarget)}>
      {children}
    </button>
  );
}

interface StepRowProps {
  state: FirstStepsState;
  step: Step;
  number: number;
  current: boolean;
}

const titles: Record<Step, () => string> = {
  organization: m.systems_organization,
  system: m.systems_system,
  schedule: m.systems_schedule,
  report: m.firstrun_report,
};

function noteOf({ organization, system, done }: FirstStepsState, step: Step): string {
  if (step === 'organization')
    return organization
      ? m.firstrun_organization_done({ name: organization.name, zone: timeZoneText(organization.timeZone) })
      : m.firstrun_organization_note();
  if (step === 'system') return system ? system.name : m.firstrun_system_note();
  if (step === 'schedule') return system?.schedule ? system.schedule.name : m.firstrun_schedule_note();
  return done.report ? m.firstrun_report_done() : m.firstrun_report_note();
}

/** Done steps lead to their settings; a step to come waits for those before it. */
function hrefOf({ organization, system, done, next }: FirstStepsState, step: Step): string | null {
  if (step === next) return stepHref(step);
  if (step === 'organization' && organization) return `/admin/organization/settings?id=${organization.id}`;
  if (system && (step === 'system' || (step === 'schedule' && done.schedule)))
    return `/admin/system/settings?id=${system.id}`;
  return step === 'report' && system ? stepHref(step) : null;
}

function StepRow({ state, step, number, current }: StepRowProps) {
  const Link = useLink();
  const done = state.done[step];
  const href = hrefOf(state, step);
  const inner = (
    <>
      <i className={css['number']} data-state={done ? 'done' : current ? 'now' : 'later'}>
        {done ? <Icon name="check" size={22} /> : number}
      </i>
      <span>
        <b>{titles[step]()}</b>
        <small>
          <bdi>{noteOf(state, step)}</bdi>
        </small>
        {done && <span className="sr-only">{m.firstrun_step_done()}</span>}
      </span>
      {href !== null && <Icon name="right" size={20} className="text-text3" />}
    </>
  );
  return (
    <li className={css['row']} {...(current && { 'data-current': '', 'aria-current': 'step' as const })}>
      {href === null ? <div>{inner}</div> : <Link to={href}>{inner}</Link>}
    </li>
  );
}
