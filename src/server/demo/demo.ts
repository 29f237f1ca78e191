// The demonstration at a start: fills what is empty, says who may sign in, and what the real clients need.
import type { JobContext } from '#server/jobs/context.ts';
import { unseal } from '#server/auth/crypto.ts';
import { fillDemo, passwordOf } from './seed.ts';
import { live } from './simulate.ts';
import { addOrphans } from './orphans.ts';
import { organizations, people, type OrganizationPlan } from './plan.ts';
import { fileOf, folderOf } from './systems.ts';

/** A real client of the demonstration: the key it takes, the folders it looks through, and what is written there. */
export interface DemoClient {
  name: string;
  key: string;
  timeZone: string;
  folders: string[];
  /** Bytes; `<folder>/<name>-YYYYMMDD-HHmm.<ending>` in the local time of the zone. */
  writes: { folder: string; name: string; ending: string; size: number }[];
}
export interface Demo {
  filled: boolean;
  /** For the terminal only. */
  sentences: string[];
  clients: DemoClient[];
}

/** @throws Error when the fill fails; nothing of it is stored then */
export async function startDemo(jobContext: JobContext): Promise<Demo> {
  const filled = await fillDemo(jobContext);
  if (filled) await addOrphans(jobContext);
  // Alarms that came due while nothing ran would otherwise be sixty at once.
  await live(jobContext);
  const logins = people.map(({ email, group }) => `  ${email.padEnd(20)} ${passwordOf(jobContext, email)}   ${group}`);
  return { filled, sentences: ['Sign in to the demonstration as', ...logins], clients: await clientsOf(jobContext) };
}

/** One client for a whole organization, one for a single system: the first organization and the first live system after it. */
async function clientsOf(jobContext: JobContext): Promise<DemoClient[]> {
  const [whole, ...others] = organizations;
  const clients: DemoClient[] = [];
  if (whole) {
    const key = await keyOf(jobContext, 'organization', whole.name);
    if (key) clients.push(clientFor(whole.name, key, whole));
  }
  for (const owner of others) {
    for (const system of owner.systems.filter(({ scenario }) => scenario === 'live')) {
      const key = await keyOf(jobContext, 'system', system.name);
      if (key) clients.push(clientFor(system.name, key, { ...owner, systems: [system] }));
    }
  }
  return clients;
}

const clientFor = (name: string, key: string, { timeZone, systems }: OrganizationPlan): DemoClient => ({
  name,
  key,
  timeZone,
  folders: systems.map(folderOf),
  writes: systems
    .filter(({ scenario }) => scenario === 'live')
    .map((plan) => ({ folder: folderOf(plan), ...fileOf(plan), size: Math.round(plan.megabytes * 1_000_000) })),
});

const keyOf = (jobContext: JobContext, noun: 'organization' | 'system', name: string): Promise<string | null> =>
  jobContext.read(async (unit) => {
    const row = await unit.select(noun).select('clientKey').where('name', '=', name).executeTakeFirst();
    return row ? unseal(jobContext.services.secrets.seal, row.clientKey) : null;
  });
