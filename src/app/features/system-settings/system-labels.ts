// The values of a system's choices in words: kind, content, method and contract.
import type { System } from '#app/features/systems/system-format.ts';
import * as m from '#text/messages.js';

const kinds: Record<System['kind'], () => string> = {
  server: m.systemform_kind_server,
  workstation: m.systemform_kind_workstation,
  appliance: m.systemform_kind_appliance,
  application: m.systemform_kind_application,
  cloud: m.systemform_kind_cloud,
};

const contents: Record<System['backupContent'], () => string> = {
  files: m.systemform_content_files,
  database: m.systemform_content_database,
  image: m.systemform_content_image,
  mixed: m.systemform_content_mixed,
};

const contracts: Record<System['contractStatus'], () => string> = {
  active: m.systemform_contract_active,
  trial: m.systemform_contract_trial,
  expired: m.systemform_contract_expired,
  none: m.systemform_contract_none,
};

const methods: Record<System['backupMethod'], () => string> = {
  automatic: m.systems_automatic,
  manual: m.systems_manual,
};

export const kindText = (kind: System['kind']): string => kinds[kind]();
export const contentText = (content: System['backupContent']): string => contents[content]();
export const contractText = (status: System['contractStatus']): string => contracts[status]();
export const methodText = (method: System['backupMethod']): string => methods[method]();

const optionsOf = <T extends string>(labels: Record<T, () => string>): { value: T; label: string }[] =>
  (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value]() }));

export const kindOptions = () => optionsOf(kinds);
export const contentOptions = () => optionsOf(contents);
export const contractOptions = () => optionsOf(contracts);
export const methodOptions = () => optionsOf(methods);
