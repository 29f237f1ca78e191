// The life of the demonstration after its fill: systems that fare well go on reporting, as their own tools would.
import { addInterval } from '#contract/time/calendar.ts';
import { recordBackup } from '#server/entities/backup/backup.ts';
import { contextOf } from '#server/entities/system/health.ts';
import type { JobContext } from '#server/jobs/context.ts';
import { organizations, type Scenario, type SystemPlan } from './plan.ts';
import { chanceOf } from './random.ts';
import { fileNameOf } from './systems.ts';

const MINUTE = 60_000;
/** After a long sleep at most so many nights are made up for; the rest stays the gap that it was. */
const MOST = 60;
const WELL: readonly Scenario[] = ['ok', 'running'];
const plans = new Map<string, SystemPlan>(
  organizations.flatMap(({ name, systems }) =>
    systems
      .filter(({ scenario }) => WELL.includes(scenario))
      .map((system) => [`${name}/${system.name}`, system] as const),
  ),
);

/** Those without a client, and those whose client is a real one or gone. */
const ALONE: readonly Scenario[] = ['never', 'never-weekly', 'live', 'offline', 'inactive'];
const connected = new Set(
  organizations.flatMap(({ name, systems }) =>
    systems.filter(({ scenario }) => !ALONE.includes(scenario)).map((system) => `${name}/${system.name}`),
  ),
);

/** Reports what came due since it last looked, once for each system and interval. Answers how many backups that were. */
export async function live(jobContext: JobContext): Promise<number> {
  const due = await jobContext.read((unit) =>
    unit
      .select('system')
      .innerJoin('organization', 'organization.id', 'system.organization')
      .select(['system.id', 'system.name', 'organization.name as owner'])
      .where('system.dueAt', '<', new Date(Date.parse(unit.now) - MINUTE).toISOString())
      .where('system.keyConnected', '=', 0)
      .execute(),
  );
  let reported = 0;
  for (const { id, name, owner } of due)
    if (plans.has(`${owner}/${name}`)) reported += await report(jobContext, id, `${owner}/${name}`);
  return reported;
}

/** The run of a system that has not been seen before: a little around its usual time. */
function report(jobContext: JobContext, id: string, path: string): Promise<number> {
  return jobContext.write(async (unit) => {
    const plan = plans.get(path);
    let reported = 0;
    if (!plan) return 0;
    for (; reported < MOST; reported += 1) {
      const system = await unit.need('system', id);
      const { schedule, lastBackup, timeZone } = await contextOf(unit, system);
      if (!schedule || lastBackup === null || system.dueAt === null) break;
      const chance = chanceOf(`${path}@${lastBackup}`);
      const date = new Date(
        Date.parse(addInterval(lastBackup, schedule, timeZone)) + chance.whole(-40, 50) * 1000,
      ).toISOString();
      if (date > unit.now) break;
      const size = Math.round(plan.megabytes * 1_000_000 * chance.between(1.05, 1.1));
      const stored = { date, file: fileNameOf(plan, date, timeZone), size, key: '', sha256: null, fileset: null };
      await recordBackup(unit, jobContext.services, system, stored);
    }
    return reported;
  });
}

/** The clients are connected to this server, as those of a real fleet would be. */
async function connect({ services, write }: JobContext): Promise<void> {
  await write(async (unit) => {
    const away = unit
      .select('system')
      .innerJoin('organization', 'organization.id', 'system.organization')
      .select(['system.id', 'system.name', 'organization.name as owner'])
      .where('system.connected', '=', 0)
      .where('system.keyConnected', '=', 0)
      .where('organization.active', '=', 1);
    for (const { id, name, owner } of await away.execute())
      if (connected.has(`${owner}/${name}`))
        await unit.update('system', id, { connected: true, node: services.node, lastConnection: unit.now });
  });
}

/** Lives on, now and once a minute; answers how to stop it. */
export function startLife(jobContext: JobContext): () => void {
  const liveOn = (): void => {
    void Promise.all([live(jobContext), connect(jobContext)]).catch((error: unknown) =>
      jobContext.services.log.failure('the demonstration could not live on', error),
    );
  };
  liveOn();
  const timer = setInterval(liveOn, MINUTE);
  return () => clearInterval(timer);
}
