// What a change of a schedule, a retention or an organization makes of the systems that follow it: of the first at once, of
// the rest in slices that leave the database free for others in between. What is left to do is kept: a restart goes on.
import { uuidv7 } from '#server/kernel/id.ts';
import type { Row } from '#server/kernel/store.ts';
import { takeTurns } from '#server/kernel/turns.ts';
import type { Unit } from '#server/kernel/unit.ts';
import type { Services } from '#server/services.ts';
import { notePurge } from './purge.ts';
import { evaluate, scheduledOf, settled } from './watching.ts';

/** Systems of one slice: they take about a tenth of a second. */
const SLICE = 200;

/** What of a record its systems depend on. */
const COUNTS = ['id', 'active', 'timeZone', 'intervalUnit', 'intervalValue', 'alarmAfter'];

type Noun = 'schedule' | 'retention' | 'organization';
interface Change {
  noun: Noun;
  /** What it was. */
  before: Row;
  /** The last system that it was followed for. */
  after: string;
}

/** Every system that follows the record is brought in line with it, whoever made the change and wherever the system is. */
export async function followChange(unit: Unit, services: Services, noun: Noun, before: Row): Promise<void> {
  const after = await followSlice(unit.asHouse(), services, { noun, before, after: '' });
  if (after === null) return;
  const { now } = unit;
  const rest = { id: uuidv7(Date.parse(now)), noun, before: JSON.stringify(before, COUNTS), after };
  await unit.db
    .insertInto('following')
    .values({ ...rest, createdAt: now, updatedAt: now })
    .execute();
  services.dueBy(unit, now);
}

/** The next slice of the oldest change that is not followed to its end; false where there is none. */
export async function followOn(house: Unit, services: Services): Promise<boolean> {
  const row = await house.db.selectFrom('following').selectAll().orderBy('id').limit(1).executeTakeFirst();
  if (!row) return false;
  await takeTurns(house, 'following', [row['id']]);
  const change = { noun: row['noun'] as Noun, before: JSON.parse(String(row['before'])), after: String(row['after']) };
  const after = await followSlice(house, services, change);
  await (
    after === null
      ? house.db.deleteFrom('following').where('id', '=', row['id'])
      : house.db.updateTable('following').set({ after }).where('id', '=', row['id'])
  ).execute();
  return true;
}

/** Answers the last system of the slice, or null where none is left. */
async function followSlice(house: Unit, services: Services, { noun, before, after }: Change): Promise<string | null> {
  const rows = await house.db
    .selectFrom('system')
    .select('id')
    .where(noun, '=', before['id'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(SLICE)
    .execute();
  for (const { id } of rows) {
    const system = await house.need('system', String(id));
    if (noun === 'retention') await notePurge(house, system);
    else await evaluate(house, services, system, await daysUntilNow(house, system, { noun, before }));
  }
  return rows.length < SLICE ? null : String(rows.at(-1)?.['id']);
}

/** Days until now keep what held on them. */
async function daysUntilNow(house: Unit, system: Row, { noun, before }: Omit<Change, 'after'>): Promise<Row> {
  const owner = String(system['organization']);
  const schedule = system['schedule'] as string | null;
  const was = scheduledOf(
    system,
    noun === 'organization' ? before : (await house.lookup('organization', [owner])).get(owner),
    noun === 'schedule' ? before : (await house.lookup('schedule', schedule ? [schedule] : [])).get(schedule ?? ''),
  );
  return settled(system, was, house.now);
}
