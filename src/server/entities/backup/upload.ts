// Uploads: who may put which file where, and the record that one was asked for.
import type { ParsedOf, ResultOf } from '#contract/define.ts';
import type { Contract } from '#contract/index.ts';
import { system as systemNoun } from '#contract/system.ts';
import { shifted } from '#contract/time/calendar.ts';
import type { Context } from '#server/pipeline/dispatch.ts';
import { invalidField, notFound, ApiError } from '#server/pipeline/errors.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { signUrl } from '#server/ports/signing.ts';
import { StorageError, makeKey } from '#server/ports/storage.ts';
import type { Services } from '#server/services.ts';
import { claimKey } from '#server/entities/client/claim.ts';
import { consumeClientAct } from '#server/entities/client/rate.ts';
import { assertDate } from './backup-date.ts';
import { clearContent, expectUpload, insertUpload, uploadBy } from './upload-repository.ts';
import type { UploadRow } from '#server/entities/internal-tables.ts';
import type { RowOf } from '#server/db/engine.ts';

type Call = Contract['system']['calls']['uploadKeys'];
type Input = ParsedOf<Call>;

export const UPLOAD_PATH = '/store/upload';
export const DOWNLOAD_PATH = '/store/download';
/** An upload must begin within that time. */
const UPLOAD_HOURS = 1;

/** Within this time the server looks at its store again. */
export const STORE_RETRY_SECONDS = 60;

export const hoursAfter = (now: string, hours: number): string => shifted(now, hours * 3_600_000);

/**
 * The system, if this actor may report for it: one that the person may update, or that the client is bound to.
 *
 * @throws ApiError E_NOT_FOUND | E_RATE
 */
export async function systemFor(
  context: Context,
  services: Services,
  unit: Unit,
  id: string,
): Promise<RowOf<'system'>> {
  const { actor } = context;
  const system = await unit.need('system', id, 'update');
  if (actor?.kind === 'client' && actor.model === 'system' && actor.id !== id) throw notFound();
  // A system that its own client has claimed is that client's alone, see `systemsOf`.
  if (actor?.kind === 'client' && actor.model === 'organization' && system.instanceHash !== null) throw notFound();
  if (actor?.kind === 'client') await consumeClientAct(services, id);
  return system;
}

export async function uploadKeys(context: Context, services: Services, input: Input): Promise<ResultOf<Call>> {
  assertDate(systemNoun.calls.uploadKeys, services.now(), input.date);
  const key = keyFor(input);
  const refusal = await services.storeHealth().refusal();
  if (refusal !== null) throw new ApiError('E_UNAVAILABLE', refusal, {}, STORE_RETRY_SECONDS);
  const stat = await services.storage.stat(key);
  const now = services.now();
  return context.write(async (unit) => {
    await claimKey(context, unit);
    const system = await systemFor(context, services, unit, input.id);
    await assertFileset(unit, system, input.fileset);
    const asked = await uploadBy(unit, key);
    const stored = stat !== null && (await isStored(unit, services, { key, size: stat.size }, asked, input.sha256));
    const expected = { size: input.size ?? null, sha256: input.sha256 ?? null };
    if (asked) await expectUpload(unit, asked.id, expected);
    else {
      const { fileset = null, date, name: file } = input;
      await insertUpload(unit, { system: system.id, fileset, date, file, key, ...expected });
    }
    const expiresAt = hoursAfter(now, UPLOAD_HOURS);
    const params: Record<string, string | number> = {
      organization: system.organization,
      issuer: await issuerOf(unit),
    };
    if (input.size !== undefined) params.size = input.size;
    if (input.sha256 !== undefined) params.sha256 = input.sha256;
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

/** The client that got an upload link, with its key; '' for a person. */
async function issuerOf(unit: Unit): Promise<string> {
  const { actor } = unit;
  return actor.kind === 'client' ? `${actor.model}.${actor.id}.${await keyHashStart(unit, actor.model, actor.id)}` : '';
}

/** The beginning of the hash of a client's key. */
async function keyHashStart(unit: Unit, model: 'organization' | 'system', id: string): Promise<string> {
  const holder = unit.asInternal().select(model).select('clientKeyHash').where('id', '=', id);
  const row = await holder.executeTakeFirst();
  return (row?.clientKeyHash ?? '').slice(0, 16);
}

/** Returns whether an upload link still holds: not once its client has another key, or its system another organization. */
export async function isCurrentUpload(
  unit: Unit,
  key: string,
  { organization, issuer }: Record<string, string>,
): Promise<boolean> {
  const [id = ''] = key.split('/');
  const system = await unit
    .asInternal()
    .select('system')
    .select('organization')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!system || system.organization !== organization) return false;
  if (!issuer) return true;
  const [model = '', client = '', start = ''] = issuer.split('.');
  return (model === 'organization' || model === 'system') && (await keyHashStart(unit, model, client)) === start;
}

/**
 * Checks whether these very bytes lie under a key already. Others are of a file that changed while it was sent, or that
 * was never reported: where no backup is recorded they are replaced. Throws E_EXISTS.
 */
async function isStored(
  unit: Unit,
  services: Services,
  { key, size }: { key: string; size: number },
  asked: UploadRow | undefined,
  sha256: string | undefined,
): Promise<boolean> {
  const backup = await unit
    .asInternal()
    .select('backup')
    .select(['sha256', 'size'])
    .where('key', '<>', '')
    .where('key', '=', key)
    .executeTakeFirst();
  const known = backup ?? { sha256: asked?.storedSha256, size: Number(asked?.storedSize) };
  // The stored file is not the known one any more, or a part of it: the upload may replace it.
  const isOverwritten = known.size !== size;
  if (!isOverwritten && sha256 !== undefined && known.sha256 === sha256) return true;
  if (backup && !isOverwritten)
    throw new ApiError('E_EXISTS', 'Another file with this name and date is already stored.');
  await discard(unit, services, key);
  return false;
}

/** Takes away what lies under a key: the row first, so that whoever records it as a backup meanwhile is refused, or goes first. */
export async function discard(unit: Unit, services: Services, key: string): Promise<void> {
  await clearContent(unit, key);
  await services.storage.remove(key);
}

/** Why a backup without a byte is none. */
export const emptyFile = (file: string): string => (file === '' ? '0 B' : `${file} (0 B)`);

/** A fileset of another system, perhaps of another organization, has no place in this one's keys. */
async function assertFileset(unit: Unit, system: RowOf<'system'>, id: string | undefined): Promise<void> {
  const fileset = id === undefined ? undefined : await unit.find('fileset', id, 'update');
  if (id === undefined || fileset?.system === system.id) return;
  throw noSuchFileset();
}

export const noSuchFileset = () => invalidField('E_DANGLING', 'fileset', 'this system has no such fileset');

function keyFor({ id, fileset, date, name }: Input): string {
  try {
    return makeKey({ system: id, fileset: fileset ?? null, date, name });
  } catch (error) {
    if (error instanceof StorageError)
      throw new ApiError('E_BAD_KEY', error.message, {
        details: [`name: ${error.message}`],
        issues: [{ path: 'name', code: 'invalid_value' }],
      });
    throw error;
  }
}
