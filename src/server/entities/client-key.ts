// The keys of clients.
import type { Context } from '#server/kernel/dispatch.ts';
import { unseal } from '#server/kernel/secrets.ts';
import type { Row } from '#server/kernel/store.ts';
import type { Services } from '#server/services.ts';

/** Returns the key of a client, and notes in the activity that it was read. */
export const readKey = (context: Context, services: Services, noun: string, id: string): Promise<Row> =>
  context.write(async (unit) => {
    const row = await unit.need(noun, id, 'readKey');
    unit.act(noun, row, 'readKey');
    return { key: unseal(services.secrets.seal, String(row['clientKey'])) };
  });
