// The kinds of alarms, in the one order that lists, screens and notifications sort by.

/** All kinds of alarms, worst first. */
export const alarmKinds = [
  'failed',
  'storageTrouble',
  'wrongContent',
  'notBackedup',
  'overdue',
  'clientOffline',
  'sizeAnomaly',
] as const;

/** The kind of an alarm, by the trouble that raised it. */
export type AlarmKind = (typeof alarmKinds)[number];

/** Compares two kinds for a sort, worst first. */
export const worstFirst = (a: AlarmKind, b: AlarmKind): number => alarmKinds.indexOf(a) - alarmKinds.indexOf(b);
