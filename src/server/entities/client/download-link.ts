// Access to the client of an organization or a system, with its key inside. This server has no client to hand out.
import { may } from '#contract/permissions.ts';
import { asPerson } from '#server/pipeline/actor.ts';
import type { Context } from '#server/pipeline/dispatch.ts';
import { ApiError, forbidden } from '#server/pipeline/errors.ts';
import { safeEqual, unseal } from '#server/auth/crypto.ts';
import type { Row } from '#server/db/engine.ts';
import type { Services } from '#server/services.ts';

/**
 * A link is as good as the key: it needs the right that shows the key. The client is not yet a program in one file,
 * so there is nothing that could be sent.
 */
export async function clientLink(context: Context, services: Services, { id, model, key }: Row): Promise<never> {
  if (!may(asPerson(context.actor).rights, `${String(model)}.readKey`)) throw forbidden();
  const row = await context.read((unit) => unit.need(String(model), String(id), 'readKey'));
  if (key !== undefined && !safeEqual(String(key), unseal(services.secrets.seal, String(row.clientKey))))
    throw new ApiError('E_BAD_KEY', `The key does not belong to this ${String(model)}.`, {
      details: [`key: does not belong to this ${String(model)}`],
      issues: [{ path: 'key', code: 'invalid_value' }],
    });
  throw new ApiError(
    'E_NO_CLIENT',
    'This server cannot build clients. Install backwatch-client on the machine and enter the key there.',
  );
}
