// Telling connected clients what to do, and saying so where none is connected.
import { may } from '#contract/permissions.ts';
import { asPerson } from '#server/kernel/actor.ts';
import type { Context } from '#server/kernel/dispatch.ts';
import { Refusal, forbidden } from '#server/kernel/refusal.ts';
import type { Row } from '#server/kernel/store.ts';
import type { Services } from '#server/services.ts';

/** Tells the client of one system: its own where one is connected, else that of its organization. False where nobody heard. */
export async function tellSystem(services: Services, { id, organization }: Row, message: Row): Promise<boolean> {
  const told = { verb: 'signal', system: id, ...message };
  return (
    (await services.tellClient('system', String(id), told)) ||
    services.tellClient('organization', String(organization), told)
  );
}

const notConnected = () => new Refusal('E_NOT_CONNECTED', 'The client is not connected, so the signal was not sent.');

/** A signal needs the right to update what it is for. */
export async function signal(context: Context, services: Services, { id, type, signal: word }: Row): Promise<Row> {
  if (!may(asPerson(context.actor).rights, `${String(type)}.update`)) throw forbidden();
  const row = await context.read((unit) => unit.need(String(type), String(id), 'update'));
  if (!(await heard(services, String(type), row, { signal: word }))) throw notConnected();
  await context.write((unit) => Promise.resolve(unit.act(String(type), row, 'signalled', { signal: String(word) })));
  return { sent: true };
}

async function heard(services: Services, type: string, row: Row, message: Row): Promise<boolean> {
  if (type === 'system') return tellSystem(services, row, message);
  const told = { verb: 'signal', ...message };
  if (type === 'organization') return services.tellClient('organization', String(row['id']), told);
  if (await services.tellClient('rpiclient', String(row['id']), told)) return true;
  // An assigned one speaks with the key of what it is assigned to.
  if (row['system']) return services.tellClient('system', String(row['system']), { ...told, system: row['system'] });
  return row['organization'] ? services.tellClient('organization', String(row['organization']), told) : false;
}
