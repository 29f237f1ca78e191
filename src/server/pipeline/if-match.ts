// If-Match on updates: a record that was edited meanwhile is not written, and the 412 E_CHANGED carries it as it is now.
import { Instant, isUpdate } from '#contract/define.ts';
import { personName } from '#contract/person-name.ts';
import { may } from '#contract/permissions.ts';
import type { Actor } from './actor.ts';
import { ApiError, invalidField } from './errors.ts';
import type { Route } from './routes.ts';
import { asObject } from '#server/unknown.ts';
import type { AnyRow, Row } from '#server/db/engine.ts';
import type { Unit } from './unit-of-work.ts';

const FORM = 'must be * or the editedAt of the record in double quotes, such as "2026-11-21T02:58:00.000Z"';

/**
 * Returns the `editedAt` that the update expects; null where the header is absent or `*`, and for every other call.
 *
 * @throws ApiError E_INVALID_VALUES_TO_SET
 */
export function readIfMatch(route: Route, header: string | null): string | null {
  if (header === null || !isUpdate(route.call) || header.trim() === '*') return null;
  const [, quoted] = /^"([^"]*)"$/.exec(header.trim()) ?? [];
  const { data } = Instant.safeParse(quoted);
  if (data === undefined)
    throw invalidField('E_INVALID_VALUES_TO_SET', 'If-Match', FORM, { code: 'invalid_format', format: 'datetime' });
  return data;
}

/**
 * Compares a row, read in the unit that is about to write it, with what the request expects.
 *
 * @param actor who asks: the unit may have the rights of another
 * @param answer makes the record that the call answers with; default: the record of lists and events
 * @throws ApiError E_CHANGED with the record and, where the actor may see that person, who edited it
 */
export async function assertUnchanged<R extends AnyRow>(
  { noun, call }: Route,
  expected: string | null,
  actor: Actor | null,
  unit: Unit,
  row: R,
  answer: (row: R) => Promise<Row> = (changed) => unit.record(noun, changed),
): Promise<void> {
  if (expected === null || row.editedAt === expected) return;
  const editedBy = await editorOf(actor ? unit.as(actor) : unit, row);
  throw new ApiError(
    'E_CHANGED',
    `This ${noun} was edited after you read it. Compare it with your changes and send them again.`,
    {
      // The schema of the answer leaves out what nobody may see.
      record: asObject(call.result.parse(await answer(row))),
      ...(editedBy && { editedBy }),
    },
  );
}

/** Returns who edited the row last; null for a job or a client, and where the actor may not see that person. */
export async function editorOf(
  unit: Unit,
  { editedBy: id }: Pick<AnyRow, 'editedBy'>,
): Promise<{ id: string; name: string } | null> {
  const { actor } = unit;
  if (typeof id !== 'string' || actor.kind !== 'person') return null;
  if (id !== actor.id && !may(actor.rights, 'user.read')) return null;
  const user = await unit.find('user', id);
  return user ? { id, name: personName(user) } : null;
}
