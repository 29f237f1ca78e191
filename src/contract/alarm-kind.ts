// The kinds of alarms, in the one order that lists, screens and notifications sort by.

/** Worst first. */
export const alarmKinds = [
  'failed',
  'storageTrouble',
  'wrongContent',
  'notBackedup',
  'overdue',
  'clientOffline',
  'sizeAnomaly',
] as const;

export type AlarmKind = (typeof alarmKinds)[number];

/** Sorts kinds, the worst first. */
export const worstFirst = (a: AlarmKind, b: AlarmKind): number => alarmKinds.indexOf(a) - alarmKinds.indexOf(b);
