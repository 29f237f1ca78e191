// A system that is watched, its health and its alarms, as the tests of the jobs ask for them.
import type { World } from '#tests/world.ts';

/** A system of Acme that backed up at the start, nightly, alarmed two hours past due. */
export async function watched(world: World, name = 'Watched') {
  const { body } = await world.alice.ask('POST', '/system', {
    name,
    organization: world.acme.organization,
    schedule: world.schedule,
  });
  await world.rosie.ask('POST', '/client/report', {
    system: body.id,
    event: 'success',
    at: world.clock.now(),
    file: 'a',
    size: 1,
  });
  return String(body.id);
}
export async function alarmsOf(world: World, system: string) {
  const { body } = await world.alice.ask('GET', `/alarm?system=${system}&sort=createdAt`);
  return (body as any[]).map(({ kind, since, createdAt, resolvedAt }) => ({ kind, since, createdAt, resolvedAt }));
}
export const healthOf = async (world: World, system: string) =>
  (await world.alice.ask('GET', `/system/${system}`)).body.health as string;

/** Returns the id of the alarm of a new system whose client reported a failure just now; its first messages are sent. */
export async function failedAlarm(world: World, name?: string): Promise<string> {
  const system = await watched(world, name);
  const at = world.clock.now();
  await world.rosie.ask('POST', '/client/report', { system, event: 'failed', at, text: 'no disk' });
  await world.settle();
  return (await world.alice.ask('GET', `/alarm?system=${system}`)).body[0].id;
}
