// The calls of our own client: the claim of its key, its description, the results of its runs.
import { sql } from 'kysely';
import { client } from '#contract/client.ts';
import type { ParsedOf } from '#contract/define.ts';
import { internalActor } from '#server/pipeline/actor.ts';
import type { Context, Handlers, Request } from '#server/pipeline/dispatch.ts';
import { forbidden } from '#server/pipeline/errors.ts';
import { hash } from '#server/auth/crypto.ts';
import { runPrepared } from '#server/query/statements.ts';
import type { Store, RowOf } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { assertDate, backupDate, believed } from '#server/entities/backup/backup-date.ts';
import { recordBackup } from '#server/entities/backup/backup.ts';
import { claimKey, claimOf, claimable, keyClaimed, type Client } from './claim.ts';
import { clientLink } from './download-link.ts';
import { runLogUpdate, copyToOrganization, type RunReport } from '#server/entities/system/run-log.ts';
import { signal } from './signals.ts';
import { emptyFile, systemFor } from '#server/entities/backup/upload.ts';
import { onFailure } from '#server/entities/system/health.ts';

export interface KeyHolder {
  model: 'organization' | 'system';
  id: string;
  organizationId: string;
  instanceHash: string | null;
}

/** Returns the owner of a key, or null. */
export async function keyHolder(store: Store, key: string): Promise<KeyHolder | null> {
  const keyHash = hash(key);
  const found = await store.read((db) =>
    runPrepared(db, 'the holder of a key', [keyHash, keyHash], () =>
      db
        .selectFrom('organization')
        .select([sql.lit<KeyHolder['model']>('organization').as('model'), 'id', 'id as organizationId', 'instanceHash'])
        .where('clientKeyHash', '=', keyHash)
        .unionAll(
          db
            .selectFrom('system')
            .select([
              sql.lit<KeyHolder['model']>('system').as('model'),
              'id',
              'organization as organizationId',
              'instanceHash',
            ])
            .where('clientKeyHash', '=', keyHash),
        ),
    ),
  );
  return found.rows[0] ?? null;
}

/** The actor behind a client's key; a key that another instance claimed is refused. Null where no such key exists. */
export async function clientActor(store: Store, { clientKey }: Request): Promise<Client | null> {
  if (!clientKey) return null;
  const holder = await keyHolder(store, clientKey.key);
  if (!holder) return null;
  const claimed = holder.instanceHash !== null;
  if (claimed && holder.instanceHash !== hash(clientKey.instance)) throw keyClaimed();
  return {
    kind: 'client',
    model: holder.model,
    id: holder.id,
    organizationId: holder.organizationId,
    instance: clientKey.instance,
    claimed,
  };
}

/** The organization or system that a client's socket stands for. */
export interface ClientBinding {
  model: 'organization' | 'system';
  id: string;
}

/** The systems a client speaks for: its own, or all of its organization that no client of their own has claimed. */
async function systemsOf(unit: Unit, { model, id }: ClientBinding) {
  const query = unit.asInternal().select('system').selectAll();
  const rows = await (
    model === 'system'
      ? query.where('id', '=', id)
      : query.where('organization', '=', id).where('instanceHash', 'is', null)
  )
    .orderBy('id')
    .execute();
  return rows;
}

export async function rulesFor(unit: Unit, client: ClientBinding) {
  const systems = await systemsOf(unit, client);
  const ids = systems.map((system) => system.id);
  const filesets =
    ids.length === 0
      ? []
      : await unit.asInternal().select('fileset').selectAll().where('system', 'in', ids).orderBy('id').execute();
  return systems.map((system) => ({
    id: system.id,
    name: system.name,
    forceDue: system.forceDue === 1,
    filesets: filesets
      .filter((fileset) => fileset.system === system.id)
      .map(({ system: _system, organization: _organization, ...rule }) => ({ ...rule, static: rule.static === 1 })),
  }));
}

async function hello(context: Context, services: Services, input: ParsedOf<typeof client.calls.hello>) {
  const client = clientOf(context);
  const answer = await context.write(async (unit) => {
    const row = await claimable(unit, client);
    const seen = {
      ...claimOf(client),
      clientVersion: input.version,
      internalIp: input.internalIp,
      ip: context.request.ip,
      lastConnection: unit.now,
    };
    await unit.updateRow(client.model, row, client.model === 'system' ? { ...seen, ...aboutHost(row, input) } : seen);
    for (const system of await systemsOf(unit, client)) {
      await unit.update('system', system.id, {
        connected: true,
        node: services.node,
        platform: input.platform,
        clientVersion: input.version,
        lastConnection: unit.now,
        ip: context.request.ip,
        internalIp: input.internalIp,
      });
    }
    const organization = await unit.need('organization', client.organizationId);
    return {
      organization: { id: organization.id, name: organization.name, timeZone: organization.timeZone },
      systems: await rulesFor(unit, client),
    };
  }, internalActor);
  if (context.request.socketId) services.bindClient(context.request.socketId, client.model, client.id);
  return answer;
}

const aboutHost = (
  row: Partial<RowOf<'system'>>,
  input: ParsedOf<typeof client.calls.hello>,
): Partial<RowOf<'system'>> => ({
  server: input.hostName,
  ...(row.autoAssignName && input.hostName.trim() !== '' ? { name: input.hostName, autoAssignName: false } : {}),
});

function clientOf({ actor }: Context): Client {
  if (actor?.kind !== 'client') throw forbidden();
  return actor;
}

async function report(context: Context, services: Services, input: ParsedOf<typeof client.calls.report>) {
  const { event, size, text, sentAt } = input;
  // Only a success counts by its date. A failure counts now, however wrong the sender's clock.
  if (event === 'success') assertDate(client.calls.report, services.now(), input.at, 'at');
  const work = async (unit: Unit) => {
    await claimKey(context, unit);
    const system = await systemFor(context, services, unit, input.system);
    const report: RunReport = { event, text, runId: input.runId };
    const lines = runLogUpdate(system, report);
    await copyToOrganization(context, unit, lines);
    const by = (date: string) => believed(unit.now, { date, sentAt });
    const at = by(input.at);
    // A report without the time of its sending failed now: the client's clock may be hours behind.
    const failed = (words: string, date?: string) =>
      onFailure(unit, services, system, { at: sentAt === undefined ? unit.now : at, text: words, date, lines });
    if (event === 'start')
      await unit.updateRow('system', system, { ...lines, runningSince: at, lastBackupStatus: 'running' });
    if (event === 'log') await unit.updateRow('system', system, lines);
    if (event === 'failed') await failed(text, input.date ? by(input.date) : undefined);
    if (event === 'success' && size === 0) await failed(emptyFile(input.file));
    else if (event === 'success') {
      // A report without a size still counts as a report with content.
      const date = believed(unit.now, { date: input.at });
      const backup = { date, file: input.file, size: size ?? 0, key: '', sha256: null, fileset: null };
      await recordBackup(unit, services, system, backup, {
        lines,
        date: backupDate(unit.now, { date: input.at, sentAt }),
      });
    }
    return { ok: true as const };
  };
  return context.write(work);
}

/** Marks the systems of a client whose last socket on this node went; some may have come back on another node meanwhile. */
export async function clientLeft(unit: Unit, node: string, { model, id }: ClientBinding): Promise<void> {
  for (const system of await systemsOf(unit, { model, id })) {
    if (system.connected === 1 && system.node === node) await clientLost(unit, system.id);
  }
}

/** Nobody is connected for a system any more. */
export const clientLost = (unit: Unit, system: string): Promise<RowOf<'system'>> =>
  unit.update('system', system, { connected: false, lastConnection: unit.now });

/** A client is connected to this node, though the database may say otherwise. */
export async function clientCame(unit: Unit, node: string, client: ClientBinding): Promise<void> {
  for (const system of await systemsOf(unit, client))
    if (system.connected !== 1 || system.node !== node)
      await unit.update('system', system.id, { connected: true, node });
}

export const clientHandlers = (services: Services): Handlers['client'] => ({
  hello: (context, input) => hello(context, services, input),
  report: (context, input) => report(context, services, input),
  makeExe: (context, input) => clientLink(context, services, input),
  exeLink: (context, input) => clientLink(context, services, input),
  signal: (context, input) => signal(context, services, input),
});
