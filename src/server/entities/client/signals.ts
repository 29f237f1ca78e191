// Signals to connected clients, and the error where none is connected.
import type { ParsedOf } from '#contract/define.ts';
import type { client } from '#contract/client.ts';
import { may } from '#contract/permissions.ts';
import { asPerson } from '#server/pipeline/actor.ts';
import type { Context } from '#server/pipeline/dispatch.ts';
import { ApiError, forbidden } from '#server/pipeline/errors.ts';
import type { Row, RowOf } from '#server/db/engine.ts';
import type { Services } from '#server/services.ts';

/**
 * Sends a signal to the client of one system: its own where one is connected, else that of its organization. False if
 * neither is connected.
 */
export async function signalSystem(
  services: Services,
  { id, organization }: Pick<RowOf<'system'>, 'id' | 'organization'>,
  message: Row,
): Promise<boolean> {
  const payload = { verb: 'signal', system: id, ...message };
  return (
    (await services.signalClient('system', id, payload)) || services.signalClient('organization', organization, payload)
  );
}

const notConnected = () => new ApiError('E_NOT_CONNECTED', 'The client is not connected, so the signal was not sent.');

/** A signal needs the right to update what it is for. */
export async function signal(
  context: Context,
  services: Services,
  { id, type, signal: word }: ParsedOf<typeof client.calls.signal>,
): Promise<{ sent: true }> {
  if (!may(asPerson(context.actor).rights, `${type}.update`)) throw forbidden();
  const row = await context.read((unit) => unit.need(type, id, 'update'));
  if (!(await sendSignal(services, row, { signal: word }))) throw notConnected();
  await context.write((unit) => Promise.resolve(unit.audit(type, row, 'signalled', { signal: word })));
  return { sent: true };
}

async function sendSignal(
  services: Services,
  row: RowOf<'organization'> | RowOf<'system'> | RowOf<'rpiclient'>,
  message: Row,
): Promise<boolean> {
  const payload = { verb: 'signal', ...message };
  if ('macAddress' in row) return sendSignalToPi(services, row, payload);
  return 'organization' in row
    ? signalSystem(services, row, message)
    : services.signalClient('organization', row.id, payload);
}

async function sendSignalToPi(
  services: Services,
  { id, system, organization }: RowOf<'rpiclient'>,
  payload: Row,
): Promise<boolean> {
  if (await services.signalClient('rpiclient', id, payload)) return true;
  // An assigned one speaks with the key of what it is assigned to.
  if (system) return services.signalClient('system', system, { ...payload, system });
  return organization ? services.signalClient('organization', organization, payload) : false;
}
