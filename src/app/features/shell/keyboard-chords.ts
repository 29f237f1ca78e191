// The pages that g and a letter lead to.
import * as m from '#text/messages.js';

/** The letter, the page and its label. */
export const chords = (): readonly { key: string; to: string; label: string }[] => [
  { key: 'h', to: '/', label: m.watch_title() },
  { key: 'a', to: '/admin/alarms', label: m.alarms_title() },
  { key: 's', to: '/admin/systems', label: m.shell_place_systems() },
  { key: 'o', to: '/admin/organizations', label: m.shell_place_organizations() },
];
