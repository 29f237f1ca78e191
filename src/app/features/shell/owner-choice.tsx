// The inside of the sheet "Belongs to": shared or one organization, those first that use the record; or a copy for one.
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { SearchField } from '#app/ui/form/field.tsx';
import { RadioRows } from '#app/ui/form/radio-rows.tsx';
import { SectionTitle } from '#app/ui/layout/rows.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { api } from '#app/api/client.ts';
import { mayIn } from '#app/auth/can-in.ts';
import { useCan, useMe } from '#app/auth/me.ts';
import { type OrganizationRef, useAvailable } from '#app/features/organizations/organization-picker.tsx';
import type { Action } from '#contract/define.ts';
import * as m from '#text/messages.js';
import { CopyRule } from './copy-rule.tsx';
import { Unanswered } from './query-state.tsx';
import type { Rule, RuleProps } from './rule-tabs.tsx';

const noteClass = 'px-1.5 pt-3 text-text2 wrap-anywhere';
/** Most systems that are counted by organization. */
const MOST = 1000;

/** Null: shared by all organizations. */
export type Owner = OrganizationRef | null;

/** A schedule or a retention with its organization. */
export interface OwnedRule extends Rule {
  readonly organization: Owner;
}

interface OwnerChoiceProps {
  noun: RuleProps<Rule>['noun'];
  record: OwnedRule;
  value: Owner;
  /** Left out for those who may only copy the record. */
  onChange?: (owner: Owner) => void;
  /** True if the server did not accept the value. */
  refused?: boolean;
}

/** An organization with the number of its systems that use the record. */
interface User extends OrganizationRef {
  readonly systems: number;
}

/** The organizations by the number of their systems, most first. */
function usersOf(systems: readonly { organizationId: string; organizationName: string }[]): User[] {
  const users = new Map<string, User>();
  for (const { organizationId: id, organizationName: name } of systems)
    users.set(id, { id, name, systems: (users.get(id)?.systems ?? 0) + 1 });
  return [...users.values()].toSorted((a, b) => b.systems - a.systems || a.name.localeCompare(b.name));
}

interface InsideProps extends OwnerChoiceProps {
  users: readonly User[];
}

/** Without the permission to see systems it does not say who uses the record. */
export function OwnerChoice(props: OwnerChoiceProps) {
  const { noun, record } = props;
  const enabled = useCan('system.read');
  const where = { [noun]: record.id };
  const query = useQuery({
    ...api.system.list.queryOptions({ where, select: 'organizationId,organizationName', limit: MOST }),
    enabled,
  });
  const { data } = query;
  if (data === undefined && enabled) return <Unanswered title={m.systems_not_loaded()} query={query} />;
  const rows = data?.rows ?? [];
  return (
    <div role="presentation" onKeyDown={keepFromForm}>
      <Inside {...props} users={usersOf(rows)} />
      {data !== undefined && data.total > rows.length && (
        <p className="px-1.5 pt-3 text-text3">{m.forms_effect_part({ count: rows.length })}</p>
      )}
    </div>
  );
}

// The sheet stands inside the form: Enter in a field would save that.
function keepFromForm(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

function Inside({ users, ...props }: InsideProps) {
  const { noun, value, onChange } = props;
  const me = useMe();
  const [term, setTerm] = useState('');
  const { found, isAnswered } = useAvailable(term, false);
  const [own, setOwn] = useState<Owner>();
  const listed: readonly OrganizationRef[] = term === '' && users.length > 0 ? users : found;
  const offered = onChange ? listed : listed.filter(({ id }) => me && mayIn(me, `${noun}.create`, id));
  // The only one that may be copied for needs no press.
  const first = onChange ? value : (term === '' && offered.length === 1 && offered[0]) || null;
  const chosen = own === undefined ? first : own;
  const act = useAct({ ...props, users }, chosen);
  const shown = chosen && offered.every(({ id }) => id !== chosen.id) ? [chosen, ...offered] : offered;
  const systemsOf = new Map(users.map(({ id, systems }) => [id, systems]));
  return (
    <>
      {onChange && (
        <RadioRows
          label={m.rpi_belongs_to()}
          options={[{ value: null, label: m.forms_owner_shared(), note: m.forms_belongs_shared_note() }]}
          value={chosen === null ? null : undefined}
          onChange={setOwn}
        />
      )}
      <SectionTitle end={users.length > 0 ? m.forms_belongs_users({ count: users.length }) : undefined}>
        {m.forms_belongs_one()}
      </SectionTitle>
      <RadioRows
        label={m.forms_belongs_one()}
        options={shown.map(({ id, name }) => {
          const count = systemsOf.get(id);
          return { value: id, label: name, note: count === undefined ? count : m.forms_belongs_systems({ count }) };
        })}
        value={chosen?.id}
        onChange={(picked) => {
          // As the form has it: without the number of systems.
          for (const { id, name } of shown) if (id === picked) setOwn({ id, name });
        }}
      />
      {shown.length === 0 && isAnswered && <p className={noteClass}>{m.forms_no_match()}</p>}
      {act === 'copy' && chosen ? (
        <p className={noteClass}>{m.forms_copy_note({ name: chosen.name })}</p>
      ) : (
        users.length > 1 && <p className={noteClass}>{m.forms_belongs_blocked()}</p>
      )}
      <div className="pt-2 pb-2.5">
        <SearchField label={m.organizations_search()} value={term} onChange={setTerm} />
      </div>
      <Act {...props} act={act} chosen={chosen} />
    </>
  );
}

/** The act of the button: a copy for the choice, the choice itself, or none where the person may do neither. */
function useAct({ noun, record, value, onChange, refused = false, users }: InsideProps, chosen: Owner) {
  const me = useMe();
  if (chosen === null) return onChange ? 'choose' : 'none';
  const { id } = chosen;
  const may = (permission: `${string}.${Action}`) => me !== null && mayIn(me, permission, id);
  const isRefused = refused && id === value?.id;
  const isHeld = id !== record.organizationId && (isRefused || users.some((user) => user.id !== id));
  if (onChange && !isHeld) return id === value?.id ? 'none' : 'choose';
  const moves = !may('system.read') || users.some((user) => user.id === id);
  return may(`${noun}.create`) && (!moves || may('system.update')) ? 'copy' : 'none';
}

interface ActProps extends OwnerChoiceProps {
  act: ReturnType<typeof useAct>;
  chosen: Owner;
}

/** The button. */
function Act({ noun, record, value, onChange, act, chosen }: ActProps) {
  const closeThen = useCloseThen();
  if (act === 'none') return null;
  if (act === 'copy' && chosen)
    return (
      <CopyRule
        key={chosen.id}
        noun={noun}
        record={record}
        to={chosen}
        onCopied={() => onChange?.(record.organization)}
      />
    );
  const shared = () => (value === null ? m.forms_belongs_keep() : m.forms_belongs_share());
  return (
    <Button kind="lamp" wide size="large" onPress={() => closeThen(() => onChange?.(chosen))}>
      {chosen ? m.forms_belongs_give({ name: chosen.name }) : shared()}
    </Button>
  );
}
