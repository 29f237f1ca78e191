// Parts that the activity rules of several nouns share.
import type { Row } from '#server/db/engine.ts';
import { propertyOf } from '#server/unknown.ts';
import type { ActivityChange } from '#server/pipeline/activity-rule.ts';

export const byPerson = ({ by }: ActivityChange): boolean => by === 'user';

/** The name of what a record refers to. */
export const nameIn =
  (key: string) =>
  (record: Row): string =>
    String(propertyOf(record[key], 'name') ?? '');

/** A link has no name of its own: it is called by both its ends. */
export const linkName =
  (other: 'group' | 'organization') =>
  (record: Row): string =>
    `${nameIn('user')(record)}: ${nameIn(other)(record)}`;
