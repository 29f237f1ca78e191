// Systems of the demonstration that were removed: their backups lie in the store, as real files, and wait to be looked at.
import { Readable } from 'node:stream';
import { uuidv7 } from '#server/pipeline/id.ts';
import type { JobContext } from '#server/jobs/context.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { before } from './history.ts';
import { organizations, orphans } from './plan.ts';

const DAY = 24 * 60;
const BYTES = 40_000;

/** A client whose organization is gone, and which still connects. */
const addClient = (unit: Unit, now: string): Promise<unknown> =>
  unit.insert('orphan', {
    kind: 'client',
    gone: uuidv7(Date.parse(before(now, 90 * DAY))),
    model: 'organization',
    name: 'Harbour Office',
    organization: null,
    count: 0,
    size: 0,
    lastBackup: null,
    clientVersion: '0.1.0',
    ip: '198.51.100.23',
    lastConnection: before(now, 4),
  });

/** Nobody waits for the store within a transaction: the files are put first. */
export async function addOrphans({ services, write }: JobContext): Promise<void> {
  const now = services.now();
  await write((unit) => addClient(unit, now));
  for (const { name, file, owner, days, clientVersion } of orphans) {
    const lastBackup = before(now, Math.min(...days) * DAY);
    const [gone, fileset] = [uuidv7(Date.parse(before(now, 400 * DAY))), uuidv7(Date.parse(before(now, 399 * DAY)))];
    for (const ago of days) {
      const stamp = before(now, ago * DAY).replaceAll(/[-:]|\.\d+/g, '');
      const key = `${gone}/${fileset}/${stamp}-${file}-${stamp.slice(0, 8)}.tar.gz`;
      await services.storage.putStream(key, Readable.from([Buffer.alloc(BYTES, file)]), { maxBytes: BYTES });
    }
    await write(async (unit) => {
      const organization = await unit.findBy('organization', { name: organizations[owner]?.name });
      await unit.insert('orphan', {
        kind: 'system',
        gone,
        model: 'system',
        name,
        organization: organization?.id ?? null,
        count: days.length,
        size: days.length * BYTES,
        lastBackup,
        clientVersion,
        ip: null,
        lastConnection: lastBackup,
      });
    });
  }
}
