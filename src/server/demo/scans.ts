// Scans of the demonstration: those that people asked for and those of a schedule, in every state.
import { encodeRow } from '#server/query/row-codec.ts';
import { uuidv7 } from '#server/pipeline/id.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { before } from './history.ts';
import type { SeedContext } from './seed.ts';
import type { RowOf } from '#server/db/engine.ts';

interface ScanPlan {
  method: 'manual' | 'scheduled' | 'version';
  status: 'pending' | 'sent' | 'running' | 'done' | 'failed' | 'timed-out';
  minutesAgo: number;
  tookMs?: number;
  reason?: string;
}

const HOUR = 60;
const DAY = 24 * HOUR;

/** One system has one after the other of these; the next system begins further down. */
const plans: readonly ScanPlan[] = [
  { method: 'manual', status: 'done', minutesAgo: 14, tookMs: 64_000 },
  { method: 'scheduled', status: 'done', minutesAgo: 9 * HOUR, tookMs: 41_000 },
  { method: 'manual', status: 'failed', minutesAgo: 2 * DAY, tookMs: 2000, reason: 'Folder /srv/backups/db not found' },
  { method: 'manual', status: 'timed-out', minutesAgo: 2 * DAY + 5 },
  { method: 'version', status: 'done', minutesAgo: 3 * DAY, tookMs: 900 },
  { method: 'manual', status: 'running', minutesAgo: 1 },
  { method: 'manual', status: 'pending', minutesAgo: 3 },
  { method: 'scheduled', status: 'done', minutesAgo: DAY + 9 * HOUR, tookMs: 39_000 },
];

const EACH = 6;
const SYSTEMS = 9;
const FILES = 24;

interface Named {
  id: string;
  name: string;
}

/** Scans of the first systems that have a fileset, asked for by the people on call. */
export async function addScans(seedContext: SeedContext): Promise<void> {
  const { unit } = seedContext;
  const people = await unit.select('user').select(['id', 'firstName', 'lastName']).orderBy('id').execute();
  const askers = people.map(({ id, firstName, lastName }): Named => ({
    id,
    name: `${firstName} ${lastName}`,
  }));
  const filesets = await unit.select('fileset').selectAll().orderBy('id').limit(SYSTEMS).execute();
  for (const [index, fileset] of filesets.entries()) {
    const chosen = Array.from({ length: EACH }, (_, step) => plans[(index + step) % plans.length]);
    for (const [step, plan] of chosen.entries())
      if (plan) await addScan(seedContext, fileset, plan, askers[(index + step) % askers.length]);
  }
}

type Scanned = Pick<RowOf<'fileset'>, 'id' | 'description' | 'glob' | 'pattern' | 'system' | 'organization'>;

async function addScan(
  { unit }: SeedContext,
  fileset: Scanned,
  plan: ScanPlan,
  asker: Named | undefined,
): Promise<void> {
  const { method, status, minutesAgo, tookMs, reason } = plan;
  const createdAt = before(unit.now, minutesAgo);
  const { id, description, glob, pattern, system, organization } = fileset;
  const asked = method === 'scheduled' ? {} : { ...(asker && { askedBy: asker }), ip: '192.0.2.14' };
  const row = encodeRow(unit.table('scanresult'), {
    id: uuidv7(Date.parse(createdAt)),
    method,
    status,
    searchConfig: method === 'version' ? { software: 'backwatch' } : { filesets: [{ id, description, glob, pattern }] },
    result: await resultOf(unit, fileset, plan),
    system,
    organization,
    meta: { ...asked, ...(tookMs !== undefined && { tookMs }), ...(reason !== undefined && { reason }) },
    createdAt,
    updatedAt: createdAt,
  });
  // Nobody listens while the demonstration is filled.
  await unit.withoutEvents.insertInto('scanresult').values(row).execute();
}

/** The newest files of the fileset, a mail archive that no fileset reads yet, and a stray file. */
async function resultOf(unit: Unit, { id, description, glob }: Scanned, plan: ScanPlan): Promise<unknown> {
  if (plan.status === 'failed') return { error: plan.reason };
  if (plan.status !== 'done') return null;
  if (plan.method === 'version') return { software: 'backwatch', version: '0.1.0' };
  const newest = await unit
    .select('backup')
    .select(['file', 'size'])
    .where('fileset', '=', id)
    .orderBy('date', 'desc')
    .limit(FILES)
    .execute();
  const files = newest.map(({ file, size }, index) => ({ file, size, isNew: plan.method === 'manual' && index === 0 }));
  const mails = [0, 1, 2].map((days) => {
    const [day = '', clock = ''] = before(unit.now, days * DAY + HOUR).split('T');
    return { file: `mail-${day}_${clock.slice(0, 2)}10.mbox.gz`, size: 1_200_000_000 - days * 9_000_000 };
  });
  return {
    filesets: [{ id, description, glob, files }],
    unmatched: plan.method === 'manual' ? [...mails, { file: 'lost+found.lst', size: 4096 }] : [],
    unreadable: 0,
  };
}
