// The facts about a server as its administrators read them.
import type { ServerFacts } from '#contract/server.ts';
import { ownTroubles } from '#contract/notifications/own-trouble.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Installation, OwnCopies, Services } from '#server/services.ts';
import { WAITING } from '#server/entities/alarm/delivery.ts';

type Queue = ServerFacts['queues']['mails'];
/** As the engines count: `nextAt` is null where there is none. */
type CounterCache = { count: number | string | bigint; nextAt: string | null };

async function queuesOf({ db }: Unit): Promise<ServerFacts['queues']> {
  const queue = async (found: Promise<CounterCache | undefined>): Promise<Queue> => {
    const row = await found;
    return { count: Number(row?.count ?? 0), nextAt: row?.nextAt ?? null };
  };
  const deadlines = db
    .selectFrom('system')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('nextMoment').as('nextAt')])
    .where('nextMoment', 'is not', null);
  const next = db.selectFrom('system').select(['id', 'name']).where('nextMoment', 'is not', null).orderBy('nextMoment');
  // A delivery without a device is a mail, which the outbox of mails counts.
  const pushes = db
    .selectFrom('delivery')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('nextAt').as('nextAt')])
    .where('status', 'in', WAITING)
    .where('device', 'is not', null);
  const mails = db.selectFrom('mail').select(({ fn }) => [fn.countAll().as('count'), fn.min('nextAt').as('nextAt')]);
  return {
    deadlines: {
      ...(await queue(deadlines.executeTakeFirst())),
      system: (await next.limit(1).executeTakeFirst()) ?? null,
    },
    pushes: await queue(pushes.executeTakeFirst()),
    mails: await queue(mails.executeTakeFirst()),
  };
}

/** The servers on the database, and the systems whose client is connected to any of them. */
async function presenceOf({ db }: Unit): Promise<Pick<ServerFacts, 'servers' | 'connected'>> {
  const servers = await db
    .selectFrom('node')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirst();
  const connected = await db
    .selectFrom('system')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('connected', '=', 1)
    .executeTakeFirst();
  return { servers: Number(servers?.count), connected: Number(connected?.count) };
}

async function copiesOf(copies: OwnCopies): Promise<ServerFacts['copies']> {
  const { isRunning, nextAt, failure, copies: found } = await copies.state();
  const [newest, oldest] = [found[0], found.at(-1)];
  const instant = (at: number) => new Date(at).toISOString();
  return {
    running: isRunning,
    count: found.length,
    last: newest ? { at: instant(newest.at), bytes: newest.bytes } : null,
    oldestAt: oldest ? instant(oldest.at) : null,
    nextAt,
    failure,
  };
}

function checkOf(copies: OwnCopies | null): ServerFacts['database']['check'] {
  const { checkedAt = null, faults = [] } = copies?.lastCheck() ?? {};
  return checkedAt === null ? null : { at: checkedAt, isSound: faults.length === 0 };
}

async function databaseOf(installation: Installation): Promise<ServerFacts['database']> {
  const { engine, copies, databaseSize } = installation;
  return { engine, bytes: await databaseSize(), check: checkOf(copies) };
}

/** Reads all facts but the tests. */
export async function factsOf(unit: Unit, { installation, stamp }: Services): Promise<Omit<ServerFacts, 'tests'>> {
  const { version, nodeVersion, startedAt, copies, settings } = installation;
  const found = await installation.troubles();
  return {
    stamp,
    version,
    nodeVersion,
    startedAt,
    troubles: ownTroubles.filter((one) => found.includes(one)),
    ...(await presenceOf(unit)),
    database: await databaseOf(installation),
    copies: copies && (await copiesOf(copies)),
    disk: await installation.disk(),
    queues: await queuesOf(unit),
    settings: [...settings],
  };
}
