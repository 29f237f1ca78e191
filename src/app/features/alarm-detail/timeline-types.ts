// The input of a timeline, its entries before their times are written, and the names in its sentences.
import type { Answer } from '#app/api/types.ts';
import { reader } from '#app/device/reader.ts';
import { type Alarm, nameFor } from '#app/features/alarms/alarm-format.ts';
import type { IconName } from '#app/ui/primitives/icon.tsx';
import type { TimelineLook } from '#app/ui/status/timeline.tsx';
import { formatList } from '#text/format.ts';
import * as m from '#text/messages.js';

export type AlarmHistory = Answer<'alarm', 'history'>;
export type Delivery = Answer<'alarm', 'deliveries'>[number];

/** An entry before its times are written. */
export interface Happened {
  id: string;
  at: string;
  icon: IconName;
  look: TimelineLook;
  text: string;
  quote?: string | undefined;
  /** Instead of the time that had passed. */
  end?: string | undefined;
}

export interface TimelineInput {
  alarm: Alarm;
  deliveries: readonly Delivery[];
  history: AlarmHistory;
  /** Epoch ms. */
  now: number;
  /** The id of the signed-in person. */
  mine: string | null;
}

/** A person inside a sentence: "you", or the first name. */
export const personIn = (person: { id: string; name: string } | null, mine: string | null): string =>
  person !== null && person.id === mine ? m.alarms_timeline_you() : nameFor(person, mine);

/** Names in one sentence: "Mara (Pixel 8) and Mia". */
export const namesOf = (names: readonly string[]): string => formatList([...new Set(names)], reader());
