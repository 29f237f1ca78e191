// The form of an organization: its fields, its values, and its sentences.
import type { FieldTable, FormIssue } from '#app/ui/form/form-types.ts';
import { timeZoneText } from '#app/ui/form/time-zone-row.tsx';
import { api } from '#app/api/client.ts';
import type { Input } from '#app/api/types.ts';
import { reader } from '#app/device/reader.ts';
import { issueText } from '#app/features/shell/issue-text.ts';
import type { RecordKind } from '#app/features/shell/record-kind.ts';
import { type Monitoring, type PiClient, monitoringText, piSpec } from '#app/features/system-settings/system-form.ts';
import { scopeOf } from '#contract/permissions.ts';
import { organization } from '#contract/organization.ts';
import * as m from '#text/messages.js';
import { ORGANIZATIONS, ORGANIZATION_SETTINGS } from './organization-addresses.ts';
import type { Organization } from './organization-queries.ts';

export interface OrganizationValues {
  name: string;
  timeZone: string;
  phone: string;
  monitoring: Monitoring;
  allowUpgrade: boolean;
  pi: PiClient;
  coreId: string;
}

const onOff = (on: boolean): string => (on ? m.forms_on() : m.forms_off());

/** In the order of the screen. */
export const organizationFields = (): FieldTable<OrganizationValues> => ({
  name: { label: m.forms_name(), short: m.forms_name_short() },
  timeZone: { label: m.account_time_zone(), short: m.account_time_zone_short(), text: timeZoneText },
  phone: { label: m.organizations_phone(), short: m.account_phone_short() },
  monitoring: {
    label: m.organizations_monitored(),
    short: m.organizations_monitored_short(),
    text: monitoringText,
    attributes: ['active', 'reenableTime'],
  },
  allowUpgrade: { label: m.organizations_upgrade(), short: m.organizations_upgrade_short(), text: onOff },
  pi: {
    label: m.organizations_pi(),
    short: m.organizations_pi_short(),
    ...piSpec,
    attributes: ['hasRpiClient', 'rpiMacAddress'],
  },
  coreId: { label: m.organizations_core_id(), short: m.organizations_core_id_short(), attributes: ['core_id'] },
});

type Create = Input<'organization', 'create'>;

function organizationInput(values: OrganizationValues): Create;
function organizationInput(changes: Partial<OrganizationValues>): Partial<Create>;
function organizationInput({ monitoring, pi, coreId, ...rest }: Partial<OrganizationValues>): Partial<Create> {
  return {
    ...rest,
    ...monitoring,
    ...(coreId !== undefined && { core_id: coreId.trim() || null }),
    ...(pi && { hasRpiClient: pi.has, rpiMacAddress: pi.mac || null }),
  };
}

function organizationIssueText(issue: FormIssue, label: string, name: string): string {
  if (name === 'name' && (issue.code === 'required' || issue.code === 'too_short'))
    return m.organizations_name_missing();
  if (name === 'pi') return m.systemform_mac_invalid();
  return issueText(issue, label);
}

/** The values of a new organization; its time zone is that of the device until another one is chosen. */
export const newOrganization = (): OrganizationValues => ({
  name: '',
  timeZone: reader().timeZone,
  phone: '',
  monitoring: { active: true, reenableTime: null },
  allowUpgrade: true,
  pi: { has: false, mac: '' },
  coreId: '',
});

/** The values of an organization. */
export const readOrganization = (record: Organization): OrganizationValues => ({
  name: record.name,
  timeZone: record.timeZone,
  phone: record.phone,
  monitoring: { active: record.active, reenableTime: record.active ? null : record.reenableTime },
  allowUpgrade: record.allowUpgrade,
  pi: { has: record.hasRpiClient, mac: record.rpiMacAddress ?? '' },
  coreId: record.core_id ?? '',
});

/** Organizations, as their settings need them. */
export const organizationKind = (): RecordKind<Organization, OrganizationValues, Create, Partial<Create>> => ({
  entity: organization,
  calls: api.organization,
  listHref: ORGANIZATIONS,
  hrefOf: (id) => `${ORGANIZATION_SETTINGS}?id=${id}`,
  fields: organizationFields,
  initial: newOrganization(),
  read: readOrganization,
  toInput: organizationInput,
  issueText: organizationIssueText,
  texts: () => ({
    list: m.shell_place_organizations(),
    one: m.systems_organization(),
    add: m.organizations_add(),
    save: m.organizations_save(),
    notLoaded: m.organizations_not_loaded(),
    readOnly: () => m.forms_read_only(),
    remove: m.organizations_delete(),
    removeDetail: ({ systems, users }) =>
      systems > 0 ? m.organizations_delete_in_use({ count: systems }) : m.organizations_delete_detail({ count: users }),
  }),
  // Nobody is linked to a new one yet.
  allows: (me, record) => {
    if (record === null) return me.allOrganizations;
    const scope = scopeOf(me, 'organization', 'update');
    return scope === 'all' || scope.includes(record.id);
  },
  deleteAsksName: true,
});
