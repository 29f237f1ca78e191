// Generated from the contract by `npm run generate`: the permissions of the presets. Do not edit.
import type { NounPresets } from '#contract/define.ts';

/** noun -> preset -> the actions that it grants. */
export const presets: Readonly<Partial<Record<string, NounPresets>>> = {
  alarm: { viewer: ['read'], onCall: ['read', 'update'] },
  backup: { viewer: ['read'], onCall: ['read', 'download'] },
  fileset: { viewer: ['read'], onCall: ['read'] },
  group: { organizationAdministrator: ['read'] },
  organization: { viewer: ['read'], onCall: ['read'] },
  retention: { viewer: ['read'], onCall: ['read'] },
  scanresult: { viewer: ['read'], onCall: ['read'] },
  schedule: { viewer: ['read'], onCall: ['read'] },
  system: { viewer: ['read'], onCall: ['read', 'update'] },
};
