// The permissions of the four groups of the first start, which the matrix of a group offers as presets.

interface Offered {
  readonly model: string;
  readonly action: string;
}

/** The nouns that people on call work with. */
const WATCHED = ['organization', 'system', 'fileset', 'backup', 'alarm', 'schedule', 'retention', 'scanresult'];
/** The nouns that people on call may change. */
const ACTED_ON = ['alarm', 'system'];

/** True for the permissions of each preset; from the fewest to all. */
export const groupPresets = {
  viewer: ({ model, action }: Offered) => WATCHED.includes(model) && action === 'read',
  onCall: ({ model, action }: Offered) =>
    WATCHED.includes(model) &&
    (action === 'read' || action === 'download' || (action === 'update' && ACTED_ON.includes(model))),
  organizationAdministrator: ({ model, action }: Offered) =>
    action !== 'readAll' && (action === 'read' || model !== 'group'),
  everything: () => true,
} as const satisfies Record<string, (offered: Offered) => boolean>;

/** The name of a preset. */
export type GroupPreset = keyof typeof groupPresets;
