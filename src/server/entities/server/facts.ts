// The facts about a server as its administrators read them.
import type { ServerFacts } from '#contract/server.ts';
import { ownTroubles } from '#contract/notifications/own-trouble.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Installation, OwnCopies, Services } from '#server/services.ts';
import { countWaitingPushes } from '#server/entities/alarm/delivery-repository.ts';
import { countMails } from '#server/entities/mail-repository.ts';
import { countNodes } from './node-repository.ts';

type Queue = ServerFacts['queues']['mails'];
/** As the engines count: `nextAt` is null where there is none. */
type CounterCache = { count: number | string | bigint; nextAt: string | null };

async function queuesOf(unit: Unit): Promise<ServerFacts['queues']> {
  const queue = async (found: Promise<CounterCache | undefined>): Promise<Queue> => {
    const row = await found;
    return { count: Number(row?.count ?? 0), nextAt: row?.nextAt ?? null };
  };
  const systems = unit.asInternal().select('system').where('nextMoment', 'is not', null);
  const deadlines = systems.select(({ fn }) => [fn.countAll().as('count'), fn.min('nextMoment').as('nextAt')]);
  const next = systems.select(['id', 'name']).orderBy('nextMoment');
  return {
    deadlines: {
      ...(await queue(deadlines.executeTakeFirst())),
      system: (await next.limit(1).executeTakeFirst()) ?? null,
    },
    pushes: await queue(countWaitingPushes(unit)),
    mails: await queue(countMails(unit)),
  };
}

/** The servers on the database, and the systems whose client is connected to any of them. */
async function presenceOf(unit: Unit): Promise<Pick<ServerFacts, 'servers' | 'connected'>> {
  const connected = await unit
    .asInternal()
    .select('system')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('connected', '=', 1)
    .executeTakeFirst();
  return { servers: await countNodes(unit), connected: Number(connected?.count) };
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
