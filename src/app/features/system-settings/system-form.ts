// The form of a system: its fields, its values, what is sent, and the sentences of its own.
import type { FieldTable, FormIssue } from '#app/ui/form/form-types.ts';
import { api } from '#app/api/client.ts';
import type { Input } from '#app/api/types.ts';
import { reader } from '#app/device/reader.ts';
import { issueText } from '#app/features/shell/issue-text.ts';
import type { RecordKind } from '#app/features/shell/record-kind.ts';
import type { System } from '#app/features/systems/system-format.ts';
import { isListRow } from '#app/features/systems/system-queries.ts';
import { system } from '#contract/system.ts';
import { formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';
import { contentText, contractText, kindText, methodText } from './system-labels.ts';

/** A record that a system refers to. */
export type Choice = { id: string; name: string } | null;

/** Watched, or paused: until a moment, or until somebody resumes it (null). */
export interface Monitoring {
  active: boolean;
  reenableTime: string | null;
}

/** A client on a Raspberry Pi, with its MAC address. */
export interface PiClient {
  has: boolean;
  mac: string;
}

type Plain = Pick<
  System,
  | 'name'
  | 'kind'
  | 'backupContent'
  | 'backupMethod'
  | 'notes'
  | 'server'
  | 'allowUpgrade'
  | 'autoAssignName'
  | 'forceDue'
  | 'tempZipLocation'
  | 'contractStatus'
  | 'coreUpdates'
  | 'projectManager'
>;

export interface SystemValues extends Plain {
  organization: Choice;
  schedule: Choice;
  retention: Choice;
  monitoring: Monitoring;
  username: string;
  password: string;
  pi: PiClient;
}

const onOff = (on: boolean): string => (on ? m.forms_on() : m.forms_off());
/** The text for no choice. In German a schedule has another gender. */
export const noneOf = (noun: 'schedule' | 'retention' | 'organization'): string =>
  noun === 'schedule' ? m.systems_schedule_none() : m.systemform_none();
const nameOf = (noun: Parameters<typeof noneOf>[0]) => (choice: Choice) => choice?.name ?? noneOf(noun);

/** "Watched", "Paused until Thu 18:00". */
export function monitoringText({ active, reenableTime }: Monitoring): string {
  if (active) return m.systemform_watched();
  return reenableTime === null
    ? m.systems_state_paused()
    : m.systemform_paused_until({ time: formatMoment(reenableTime, Date.now(), reader()) });
}

export const piText = ({ has, mac }: PiClient): string => (has ? mac || m.forms_on() : m.forms_off());

/** A Raspberry Pi in a table of fields. The address that was typed stays on the screen alone while the box is off. */
export const piSpec = {
  text: piText,
  normalize: ({ has, mac }: PiClient): PiClient => ({ has, mac: has ? mac : '' }),
};

/** In the order of the screen. */
export const systemFields = (): FieldTable<SystemValues> => ({
  name: { label: m.forms_name(), short: m.forms_name_short() },
  organization: { label: m.systems_organization(), short: m.forms_owner_short(), text: nameOf('organization') },
  kind: { label: m.systemform_kind(), short: m.systemform_kind_short(), text: kindText },
  backupContent: { label: m.systemform_content(), short: m.systemform_content_short(), text: contentText },
  schedule: { label: m.systems_schedule(), short: m.systemform_schedule_short(), text: nameOf('schedule') },
  retention: { label: m.systems_retention(), short: m.systemform_retention_short(), text: nameOf('retention') },
  backupMethod: { label: m.systemform_method(), short: m.systemform_method_short(), text: methodText },
  monitoring: {
    label: m.systemform_watched(),
    short: m.systemform_watched_short(),
    text: monitoringText,
    attributes: ['active', 'reenableTime'],
  },
  notes: { label: m.systemform_notes(), short: m.systemform_notes_short() },
  server: { label: m.systemform_server(), short: m.systemform_server_short() },
  username: { label: m.systemform_username(), short: m.systemform_username_short() },
  password: { label: m.systemform_password(), short: m.systemform_password_short(), secret: true },
  allowUpgrade: { label: m.systemform_upgrade(), short: m.systemform_upgrade_short(), text: onOff },
  autoAssignName: { label: m.systemform_auto_name(), short: m.systemform_auto_name_short(), text: onOff },
  forceDue: { label: m.systemform_force_due(), short: m.systemform_force_due_short(), text: onOff },
  tempZipLocation: { label: m.systemform_scratch(), short: m.systemform_scratch_short() },
  pi: {
    label: m.systemform_pi(),
    short: m.systemform_pi_short(),
    ...piSpec,
    attributes: ['hasRpiClient', 'rpiMacAddress'],
  },
  contractStatus: { label: m.systemform_contract(), short: m.systemform_contract_short(), text: contractText },
  coreUpdates: { label: m.systemform_register(), short: m.systemform_register_short(), text: onOff },
  projectManager: { label: m.systemform_manager(), short: m.systemform_manager_short() },
});

const initial: SystemValues = {
  name: '',
  organization: null,
  kind: 'server',
  backupContent: 'files',
  schedule: null,
  retention: null,
  backupMethod: 'automatic',
  monitoring: { active: true, reenableTime: null },
  notes: '',
  server: '',
  username: '',
  password: '',
  allowUpgrade: true,
  autoAssignName: false,
  forceDue: false,
  tempZipLocation: '',
  pi: { has: false, mac: '' },
  contractStatus: 'active',
  coreUpdates: false,
  projectManager: '',
};

const choiceOf = (reference: { id: string; name: string } | null): Choice =>
  reference && { id: reference.id, name: reference.name };

/** The values of a system. */
export const readSystem = (record: System): SystemValues => ({
  name: record.name,
  organization: choiceOf(record.organization),
  kind: record.kind,
  backupContent: record.backupContent,
  schedule: choiceOf(record.schedule),
  retention: choiceOf(record.retention),
  backupMethod: record.backupMethod,
  monitoring: { active: record.active, reenableTime: record.active ? null : record.reenableTime },
  notes: record.notes,
  server: record.server,
  // Only people who may change the system get it.
  username: record.username ?? '',
  password: '',
  allowUpgrade: record.allowUpgrade,
  autoAssignName: record.autoAssignName,
  forceDue: record.forceDue,
  tempZipLocation: record.tempZipLocation,
  pi: { has: record.hasRpiClient, mac: record.rpiMacAddress ?? '' },
  contractStatus: record.contractStatus,
  coreUpdates: record.coreUpdates,
  projectManager: record.projectManager,
});

type Create = Input<'system', 'create'>;

/** The values as the calls take them: references as ids, the pause and the Raspberry Pi as two attributes each. */
export function systemInput(values: SystemValues): Create;
export function systemInput(changes: Partial<SystemValues>): Partial<Create>;
export function systemInput(changes: Partial<SystemValues>): Partial<Create> {
  const { organization, schedule, retention, monitoring, pi, ...rest } = changes;
  return {
    // A login without a user name has no password, unless one is typed.
    ...(rest.username === '' && { password: '' }),
    ...rest,
    // Without one the validation of the call asks for it.
    ...(organization && { organization: organization.id }),
    ...(schedule !== undefined && { schedule: schedule?.id ?? null }),
    ...(retention !== undefined && { retention: retention?.id ?? null }),
    ...monitoring,
    ...(pi && { hasRpiClient: pi.has, rpiMacAddress: pi.mac || null }),
  };
}

/** The sentence of an issue of this form. */
export function systemIssueText(issue: FormIssue, label: string, name: string): string {
  if (name === 'organization') return m.systems_organization_required();
  if (name === 'pi') return m.systemform_mac_invalid();
  if (name === 'name' && (issue.code === 'required' || issue.code === 'too_short')) return m.systems_name_required();
  // The only choices that the server can refuse are those of another organization.
  if (name === 'schedule' || name === 'retention') return m.systemform_other_owner();
  return issueText(issue, label);
}

/** Systems, as their settings need them. */
export const systemKind: RecordKind<System, SystemValues, Create, Partial<Create>> = {
  entity: system,
  calls: api.system,
  listHref: '/admin/systems',
  hrefOf: (id) => `/admin/system?id=${id}`,
  fields: systemFields,
  initial,
  read: readSystem,
  isPart: isListRow,
  toInput: systemInput,
  issueText: systemIssueText,
  texts: () => ({
    list: m.shell_place_systems(),
    one: m.systems_system(),
    add: m.systems_new(),
    save: m.systemform_save(),
    notLoaded: m.shell_not_loaded_system(),
    remove: m.systemform_delete(),
    removeDetail: m.systemform_delete_detail,
  }),
  deleteAsksName: true,
};
