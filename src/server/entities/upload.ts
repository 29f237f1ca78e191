// Uploads: who may put which file where, and the record that one was asked for.
import { shifted } from '#contract/calendar.ts';
import type { Context } from '#server/kernel/dispatch.ts';
import { may } from '#contract/may.ts';
import { forbidden, notFound, Refusal } from '#server/kernel/refusal.ts';
import { uuidv7 } from '#server/kernel/id.ts';
import type { Row } from '#server/kernel/store.ts';
import type { Unit } from '#server/kernel/unit.ts';
import { signUrl } from '#server/ports/signing.ts';
import { StorageError, makeKey } from '#server/ports/storage.ts';
import type { Services } from '#server/services.ts';

export const UPLOAD_PATH = '/store/upload';
export const DOWNLOAD_PATH = '/store/download';
const UPLOAD_HOURS = 24;

export const hoursAfter = (now: string, hours: number): string => shifted(now, hours * 3_600_000);

/** The system, if this actor may report for it: a person who may update it, or the client that is bound to it. */
export async function systemFor(context: Context, unit: Unit, id: string): Promise<Row> {
  const { actor } = context;
  if (actor?.kind === 'person' && !may(actor.rights, 'system.update')) throw forbidden();
  const system = await unit.need('system', id, 'update');
  if (actor?.kind === 'client' && actor.model === 'system' && actor.id !== id) throw notFound();
  return system;
}

export async function uploadKeys(context: Context, services: Services, input: Row): Promise<Row> {
  const key = keyFor(input);
  const stat = await services.storage.stat(key);
  const now = services.now();
  return context.write(async (unit) => {
    const system = await systemFor(context, unit, String(input['id']));
    await assertFileset(unit, system, input['fileset']);
    const asked = await unit.db.selectFrom('upload').selectAll().where('key', '=', key).executeTakeFirst();
    const known = asked?.['sha256'] ?? null;
    const stored = stat !== null && input['sha256'] !== undefined && known === input['sha256'];
    if (stat !== null && !stored)
      throw new Refusal('E_EXISTS', 'Another file of this name and date is stored already.');
    if (asked) {
      await unit.db
        .updateTable('upload')
        .set({ sha256: input['sha256'] ?? null, size: input['size'] ?? null, updatedAt: now })
        .where('id', '=', asked['id'])
        .execute();
    } else await insertUpload(unit, system, input, key);
    const expiresAt = hoursAfter(now, UPLOAD_HOURS);
    const params: Record<string, string | number> = {};
    if (input['size'] !== undefined) params['size'] = Number(input['size']);
    if (input['sha256'] !== undefined) params['sha256'] = String(input['sha256']);
    return {
      url: signUrl({ path: UPLOAD_PATH, method: 'PUT', key, expiresAt, params }, services.secrets.sign),
      method: 'PUT',
      headers: {},
      fields: {},
      key,
      expiresAt,
      stored,
    };
  });
}

/** A fileset of another system, perhaps of another organization, has no place in this one's keys. */
async function assertFileset(unit: Unit, system: Row, id: unknown): Promise<void> {
  const fileset = id === undefined ? undefined : await unit.find('fileset', String(id), 'update');
  if (id === undefined || fileset?.['system'] === system['id']) return;
  throw noSuchFileset();
}

export const noSuchFileset = () =>
  new Refusal('E_DANGLING', 'fileset: this system has no such fileset', {
    details: ['fileset: this system has no such fileset'],
  });

function keyFor(input: Row): string {
  try {
    return makeKey({
      system: String(input['id']),
      fileset: (input['fileset'] as string | undefined) ?? null,
      date: String(input['date']),
      name: String(input['name']),
    });
  } catch (error) {
    if (error instanceof StorageError)
      throw new Refusal('E_BAD_KEY', error.message, { details: [`name: ${error.message}`] });
    throw error;
  }
}

const insertUpload = (unit: Unit, system: Row, input: Row, key: string) =>
  unit.db
    .insertInto('upload')
    .values({
      id: uuidv7(Date.parse(unit.now)),
      system: system['id'],
      fileset: input['fileset'] ?? null,
      date: input['date'],
      file: input['name'],
      size: input['size'] ?? null,
      sha256: input['sha256'] ?? null,
      key,
      createdAt: unit.now,
      updatedAt: unit.now,
    })
    .execute();
