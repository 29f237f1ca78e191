// The end of devices, with one last push: each belongs to the session that last confirmed it, and ends as that session is ended.
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { withUserEvent } from './user-events.ts';
import { insertDeliveries, newDelivery } from '#server/entities/alarm/delivery-repository.ts';
import type { DeliveryRow, Subscription } from '#server/entities/internal-tables.ts';
import { parseJson, toJson, type Json } from '#server/query/columns.ts';
import type { RowOf } from '#server/db/engine.ts';

type Device = Pick<RowOf<'device'>, 'id' | 'user' | 'endpoint' | 'p256dh' | 'auth'>;

const devicesOf = (unit: Unit, user: string) => unit.asInternal().select('device').selectAll().where('user', '=', user);

/** The subscription goes along with the delivery: the device is gone when it leaves. Its secret stays sealed. */
const subscriptionOf = ({ endpoint, p256dh, auth }: Device): Json<Subscription> => toJson({ endpoint, p256dh, auth });

/** Ends one device, and returns what its removal answers. */
export async function endDevice(unit: Unit, services: Services, device: Device) {
  const ended = await unit.asInternal().remove('device', device.id);
  const delivery = newDelivery(unit, { alarm: null, user: device.user, device: device.id, stage: 'ended' });
  await insertDeliveries(unit, [{ ...delivery, subscription: subscriptionOf(device) }]);
  services.dueBy(unit, unit.now);
  return ended;
}

async function end(unit: Unit, services: Services, user: string, devices: readonly Device[]): Promise<number> {
  if (devices.length === 0) return 0;
  await withUserEvent(unit, user, async () => {
    for (const device of devices) await endDevice(unit, services, device);
  });
  return devices.length;
}

/**
 * Ends every device of a user but those of one session, also devices whose session is unknown or expired. Returns their number.
 *
 * @param except the session that stays; null for none
 */
export async function endDevices(unit: Unit, services: Services, user: string, except: string | null): Promise<number> {
  const devices = await devicesOf(unit, user).execute();
  return end(
    unit,
    services,
    user,
    devices.filter(({ session }) => except === null || session !== except),
  );
}

/** Ends the devices of one session of a user, and returns their number. */
export const endDevicesOf = async (unit: Unit, services: Services, user: string, session: string): Promise<number> =>
  end(unit, services, user, await devicesOf(unit, user).where('session', '=', session).execute());

/** The device of a last push, which is gone already. */
export function endedDevice({ user, device, subscription }: DeliveryRow): Device {
  if (device === null || subscription === null) throw new Error('the last push of a device names neither');
  return { ...parseJson(subscription), id: device, user };
}
