// The organization of a schedule or retention: one of the user's, or none for a record that all organizations share.
import { useState } from 'react';
import { FieldRows } from '#app/ui/form/field-rows.tsx';
import type { OwnField } from '#app/ui/form/form-fields.tsx';
import type { FieldSpec } from '#app/ui/form/form-types.ts';
import { SheetRow } from '#app/ui/form/picker.tsx';
import { FactRow, Facts, LinkRow, Rows } from '#app/ui/layout/rows.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { useCan, useMe } from '#app/auth/me.ts';
import { OrganizationRow } from '#app/features/organizations/organization-picker.tsx';
import * as m from '#text/messages.js';
import { type OwnedRule, type Owner, OwnerChoice } from './owner-choice.tsx';
import { type RuleProps, useRule } from './rule-tabs.tsx';

const ownerText = (owner: Owner): string => owner?.name ?? m.forms_owner_shared();

/** The field of the owner in a form's table. */
export const ownerSpec = (): FieldSpec<Owner> => ({
  label: m.systems_organization(),
  short: m.forms_owner_short(),
  text: ownerText,
});

/** The owner as the calls take it. */
export const ownerInput = <V extends { organization?: Owner }>({ organization, ...rest }: V) => ({
  ...rest,
  ...(organization !== undefined && { organization: organization?.id ?? null }),
});

type KnownOwnerProps<R extends OwnedRule> = OwnField<Owner> & Omit<RuleProps<R>, 'id'> & { ruleId: string };
/** Without an id: of a new record. */
type OwnerRowProps<R extends OwnedRule> = Omit<KnownOwnerProps<R>, 'ruleId'> & { ruleId: string | undefined };

/** The owner of a new record is chosen, that of a known one changed in a sheet: by those who may see every organization. */
export function OwnerRow<R extends OwnedRule>({ noun, kind, ruleId, ...field }: OwnerRowProps<R>) {
  const row = { ...field, label: m.rpi_belongs_to() };
  return ruleId === undefined ? <NewOwner {...row} /> : <KnownOwner {...row} {...{ noun, kind, ruleId }} />;
}

/** Nothing for a user of one organization, whose records always belong to it. */
function NewOwner({ value, onChange, ...shared }: OwnField<Owner>) {
  const me = useMe();
  const everywhere = me?.allOrganizations === true;
  if (!everywhere && (me?.orgIds.length ?? 0) < 2) return null;
  return (
    <FieldRows>
      <OrganizationRow
        {...shared}
        value={value}
        onChoose={onChange}
        {...(everywhere && { none: m.forms_owner_shared() })}
      />
    </FieldRows>
  );
}

function KnownOwner<R extends OwnedRule>({ noun, kind, ruleId, value, onChange, ...shared }: KnownOwnerProps<R>) {
  const { data: record } = useRule({ noun, kind, id: ruleId });
  const everywhere = useMe()?.allOrganizations === true;
  if (!record) return null;
  if (!everywhere)
    return (
      <Facts>
        <FactRow term={shared.label}>{ownerText(value)}</FactRow>
      </Facts>
    );
  return (
    <FieldRows>
      <SheetRow {...shared} shown={ownerText(value)} title={m.forms_belongs_title({ name: record.name })}>
        <OwnerChoice {...{ noun, record, value, onChange }} refused={shared.error !== undefined} />
      </SheetRow>
    </FieldRows>
  );
}

interface CopyRowProps {
  noun: RuleProps<OwnedRule>['noun'];
  record: OwnedRule;
}

/** For those who may not change a shared record, but have one of their own. */
export function CopyRow({ noun, record }: CopyRowProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const me = useMe();
  const mayCreate = useCan(`${noun}.create`);
  const mayMove = useCan('system.update') || record.systems === 0;
  const hasOrganization = me?.allOrganizations === true || (me?.orgIds.length ?? 0) > 0;
  if (record.organizationId || !mayCreate || !mayMove || !hasOrganization) return null;
  const title = m.forms_copy_any();
  return (
    <>
      <Rows>
        <LinkRow icon="plus" label={title} onPress={setAnchor} />
      </Rows>
      <Sheet open={anchor !== null} onClose={() => setAnchor(null)} title={title} detail={record.name} anchor={anchor}>
        <OwnerChoice noun={noun} record={record} value={null} />
      </Sheet>
    </>
  );
}
