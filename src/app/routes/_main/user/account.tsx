// One's own account: who one is, how one is told, the password, the theme, and the devices that ring.
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { ActionBar, SaveBar } from '#app/ui/layout/action-bar.tsx';
import { FormError, type FormFault } from '#app/ui/form/form-error.tsx';
import { LinkRow, Rows, SectionTitle } from '#app/ui/layout/rows.tsx';
import { ThemeChoice } from '#app/ui/primitives/theme-choice.tsx';
import { useHotkeys } from '#app/ui/hooks/use-hotkeys.ts';
import { api } from '#app/api/client.ts';
import { queryClient } from '#app/api/query-client.ts';
import { flash } from '#app/device/flash.ts';
import { type Me, type Session, meQuery, useMe } from '#app/auth/me.ts';
import { onTestTapped } from '#app/push/test-alarm.ts';
import { Page } from '#app/features/shell/page.tsx';
import { thing } from '#app/features/push/push-state.ts';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import { AlarmsHere } from '#app/features/account/account-alarms.tsx';
import { OtherDevices, useDevices } from '#app/features/account/account-devices.tsx';
import { MissingLists } from '#app/features/account/account-missing.tsx';
import { Passkeys } from '#app/features/account/account-passkeys.tsx';
import { SignedInOn } from '#app/features/account/account-sessions.tsx';
import { PasswordFields, PersonFields, TellingFields } from '#app/features/account/account-fields.tsx';
import {
  changesOf,
  type Draft,
  dirtyWords,
  draftOf,
  faultsIn,
  needsProof,
  refusedFaults,
  savedWords,
} from '#app/features/account/account-form.ts';
import { LeaveUnsaved } from '#app/features/shell/leave-unsaved.tsx';

export const Route = createFileRoute('/_main/user/account')({
  staticData: { title: 'Account', bar: 'own' },
  validateSearch: (search: Record<string, unknown>): { rang?: 1 } =>
    String(search['rang']) === '1' ? { rang: 1 } : {},
  component: AccountPage,
});

function AccountPage() {
  const me = useMe();
  useTitle('Account');
  useTapOnTest();
  return me === null ? <Page title="Account">{null}</Page> : <Account key={me.id} me={me} />;
}

// The notification of a test alarm leads here when it is tapped.
function useTapOnTest(): void {
  const { rang } = Route.useSearch();
  const navigate = Route.useNavigate();
  useEffect(() => {
    if (rang === undefined) return;
    void navigate({ search: {}, replace: true });
    void hearTap();
  }, [rang, navigate]);
}

async function hearTap(): Promise<void> {
  const counted = await onTestTapped();
  document.getElementById('alarms')?.scrollIntoView({ block: 'start' });
  if (counted) flash('positive', `It rang. This ${thing()} can wake you.`);
}

interface Form {
  draft: Draft;
  faults: FormFault[];
  attempt: number;
  busy: boolean;
}

function useAccountForm(me: Me) {
  const [typed, setTyped] = useState<Partial<Draft>>({});
  const [form, setForm] = useState<Omit<Form, 'draft'>>({ faults: [], attempt: 0, busy: false });
  // Unchanged fields follow the server; what was typed stays.
  const draft = { ...draftOf(me), ...typed };
  const changes = changesOf(draft, me);
  const fail = (faults: FormFault[]) => setForm(({ attempt }) => ({ faults, attempt: attempt + 1, busy: false }));
  const reset = () => {
    setTyped({});
    setForm({ faults: [], attempt: 0, busy: false });
  };
  const save = async () => {
    if (form.busy || dirtyWords(changes) === null) return;
    const faults = faultsIn(draft, me);
    if (faults.length > 0) return fail(faults);
    setForm({ ...form, faults: [], busy: true });
    try {
      const record = await api.user.editAccount(changes);
      queryClient.setQueryData<Session>(meQuery.queryKey, (held) =>
        held?.user ? { ...held, user: { ...held.user, ...record } } : held,
      );
      reset();
      flash('positive', savedWords(changes));
    } catch (error) {
      fail(refusedFaults(error));
    }
  };
  const change = (more: Partial<Draft>) => setTyped((before) => ({ ...before, ...more }));
  return { ...form, draft, dirty: dirtyWords(changes), change, save: () => void save(), reset };
}

function Account({ me }: { me: Me }) {
  const router = useRouter();
  const form = useAccountForm(me);
  const devices = useDevices();
  useHotkeys({ 'Ctrl+s': form.save });
  const { draft, dirty, faults } = form;
  const fields = {
    draft,
    onChange: form.change,
    faultOf: (field: string) => faults.find((fault) => fault.field === field)?.text,
  };
  const bar: ReactNode =
    dirty === null ? (
      <ActionBar onBack={() => (router.history.canGoBack() ? router.history.back() : router.history.push('/more'))} />
    ) : (
      <SaveBar dirty={dirty} save="Save" onSave={form.save} onDiscard={form.reset} busy={form.busy} />
    );
  return (
    <Page title="Account" bar={bar}>
      <FormError faults={faults} attempt={form.attempt} />
      <div className="md:grid md:max-w-280 md:grid-cols-2 md:gap-x-6">
        <form onSubmit={(event) => event.preventDefault()} noValidate>
          <PersonFields {...fields} />
          <TellingFields {...fields} />
          <PasswordFields {...fields} proof={needsProof(draft, me)} />
        </form>
        <div>
          <AlarmsHere device={devices.here} quiet={dirty !== null} />
          <OtherDevices others={devices.others} />
          <Passkeys />
          <SignedInOn />
          <MissingLists />
          <SectionTitle>Theme on this device</SectionTitle>
          <ThemeChoice />
          <Rows>
            <LinkRow to="/auth/logout" icon="logout" label="Sign out" note={me.email} />
          </Rows>
        </div>
      </div>
      <LeaveUnsaved dirty={dirty} />
    </Page>
  );
}
