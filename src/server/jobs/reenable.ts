// Pauses that end: a system or an organization becomes active by itself at its reenableTime.
import { propagateChange } from '#server/entities/system/propagation.ts';
import { contextOf, evaluate, closePastDays } from '#server/entities/system/health.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { nearestIn } from './claim.ts';
import type { JobContext } from './context.ts';
import type { Job } from './scheduler.ts';

export function reenableJob(noun: 'system' | 'organization', jobContext: JobContext): Job {
  const { services, read, write } = jobContext;
  return {
    name: `reenable ${noun}`,
    nearest: nearestIn(jobContext, noun, 'reenableTime'),
    async run() {
      const rows = await read((unit) =>
        unit
          .select(noun)
          .select(['id', 'reenableTime'])
          .where('reenableTime', '<=', services.now())
          .limit(100)
          .execute(),
      );
      for (const { id } of rows) {
        await write(async (unit) => {
          if (noun === 'organization') await reenableOrganization(unit, services, id);
          else await reenableSystem(unit, services, id);
        });
      }
      return rows.length;
    },
  };
}

const ACTIVE = { active: true, reenableTime: null };

/** Null once a person ended or prolonged the pause. */
const overdue = <T extends { reenableTime: string | null }>(row: T | undefined, now: string): T | null =>
  row?.reenableTime && row.reenableTime <= now ? row : null;

async function reenableOrganization(unit: Unit, services: Services, id: string): Promise<void> {
  const organization = overdue(await unit.find('organization', id), unit.now);
  if (!organization) return;
  await unit.updateRow('organization', organization, ACTIVE);
  await propagateChange(unit, services, { noun: 'organization', before: organization });
}

async function reenableSystem(unit: Unit, services: Services, id: string): Promise<void> {
  const system = overdue(await unit.find('system', id), unit.now);
  if (!system) return;
  // The days of the pause are closed as they were: nothing was due on them.
  const days = closePastDays(system, await contextOf(unit, system), unit.now);
  await evaluate(unit, services, system, { ...ACTIVE, ...days });
}
