// A hundred thousand systems wait for their deadlines: how soon the alarm of one leaves, and what the waiting costs.
import { makeWebPush } from '#server/ports/push-web.ts';
import { keysIn } from '#server/keys.ts';
import { uuidv7 } from '#server/pipeline/id.ts';
import { castOf, type Cast } from '../cast.ts';
import { Clock, makeGround } from '#tests/test-database.ts';
import { startPushService } from '../push-service.ts';
import { startServer, type Running } from '../world.ts';
import { toJson } from '#server/query/columns.ts';
import type { Figure } from './table.ts';
import { allTables } from '#tests/all-tables.ts';

const FLEET = 100_000;
const DUE_IN_MS = 3000;
const IDLE_MS = 10_000;

class RealClock extends Clock {
  override readonly now = (): string => new Date().toISOString();
}

/** Copies of a system, each with its deadline some hours ahead. */
async function crowd({ server }: Running, system: string, count: number): Promise<void> {
  await server.jobContext.write(async (unit) => {
    const model = await allTables(unit)
      .selectFrom('system')
      .selectAll()
      .where('id', '=', system)
      .executeTakeFirstOrThrow();
    for (let from = 0; from < count; from += 200) {
      const rows = Array.from({ length: Math.min(200, count - from) }, (_, index) => ({
        ...model,
        id: uuidv7(Date.now()),
        name: `waiting-${from + index}`,
        failedAt: null,
        failedReason: null,
        lastBackupStatus: 'ok' as const,
        alarms: toJson([]),
        alarmed: 0 as const,
        clientKeyHash: `waiting-${from + index}`,
        nextMoment: new Date(Date.now() + 3_600_000 + (from + index) * 10).toISOString(),
      }));
      await allTables(unit).insertInto('system').values(rows).execute();
    }
  });
}

/** Processor time of this process while nothing happens, percent of one core. */
async function idleShare(): Promise<number> {
  const before = process.cpuUsage();
  await new Promise((rested) => setTimeout(rested, IDLE_MS));
  const { user, system } = process.cpuUsage(before);
  return ((user + system) / 1000 / IDLE_MS) * 100;
}

async function subscribe({ bob }: Cast, service: Awaited<ReturnType<typeof startPushService>>, key: string) {
  const subscription = service.subscribe(key);
  const answer = await bob.ask('PUT', '/push/subscription', {
    endpoint: subscription.endpoint,
    keys: subscription.keys,
    name: 'Bench',
    installId: 'bench',
    displayMode: 'standalone',
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

export async function waiting(): Promise<Figure[]> {
  const ground = await makeGround('sqlite');
  const service = await startPushService();
  const { vapidPublic, vapidPrivate } = keysIn(ground.folder);
  const push = makeWebPush({
    vapid: { publicKey: vapidPublic, privateKey: vapidPrivate, subject: 'mailto:watch@acme.example' },
    clock: Date.now,
    allow: [service.host],
    agentOptions: { ca: service.ca },
  });
  const clock = new RealClock(new Date().toISOString());
  const running = await startServer(ground, { clock, push, pushHosts: [service.host] });
  const cast = await castOf(running);
  try {
    await subscribe(cast, service, vapidPublic);
    const small = await idleShare();
    await crowd(running, cast.acme.system, FLEET);
    const large = await idleShare();
    const due = new Date(Date.now() + DUE_IN_MS).toISOString();
    await running.server.jobContext.write(async (unit) => {
      const [first] = await allTables(unit).selectFrom('system').select('id').where('name', '=', 'waiting-0').execute();
      const lastBackup = new Date(Date.now() - 240 * 3_600_000).toISOString();
      await allTables(unit)
        .updateTable('system')
        .set({ nextMoment: due, lastBackup })
        .where('id', '=', first?.id ?? '')
        .execute();
    });
    running.server.scheduler.wake();
    await service.next((message) => JSON.stringify(message.payload).includes('waiting-0'), 30_000);
    const late = Date.now() - Date.parse(due);
    const how = `${FLEET.toLocaleString('en')} systems waiting, SQLite`;
    return [
      {
        name: 'alarm after its deadline: push request arrives',
        how,
        value: late,
        unit: 'ms',
        goal: 1000,
        sense: 'atMost',
      },
      {
        name: 'processor share of waiting, large fleet',
        how: `${IDLE_MS / 1000} s; the fleet of two: ${small.toFixed(2)} %`,
        value: Math.max(large, 0.01),
        unit: '%',
        goal: 2,
        sense: 'atMost',
      },
    ];
  } finally {
    cast.leave();
    await running.close();
    push.close();
    await service.close();
    await ground.gone();
  }
}
