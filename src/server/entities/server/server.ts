// The calls about the server itself, for administrators of the installation.
import type { ServerFacts, ServerTest } from '#contract/server.ts';
import { isAdministrator } from '#contract/permissions.ts';
import { asPerson, internalActor, type Person } from '#server/pipeline/actor.ts';
import type { Context, Handlers } from '#server/pipeline/dispatch.ts';
import { RateLimiter } from '#server/auth/rate-limiter.ts';
import { forbidden, notFound } from '#server/pipeline/errors.ts';
import type { Services } from '#server/services.ts';
import { factsOf } from './facts.ts';
import { ServerTests } from './tests.ts';

/** @throws ApiError E_FORBIDDEN for whoever looks after some organizations only */
function administrator({ actor }: Context): Person {
  const person = asPerson(actor);
  if (!isAdministrator(person.rights)) throw forbidden();
  return person;
}

export function serverHandlers(services: Services): Handlers['server'] {
  const tests = new ServerTests(services);
  const limit = new RateLimiter(services, { name: 'server-act.user', points: 20, seconds: 600 });
  const facts = (context: Context, user: string): Promise<ServerFacts> =>
    context.read(
      async (unit) => ({ ...(await factsOf(unit, services)), tests: await tests.results(unit, user) }),
      internalActor,
    );
  return {
    get: (context) => facts(context, administrator(context).id),
    async copy(context) {
      const { id } = administrator(context);
      const { copies } = services.installation;
      if (!copies) throw notFound();
      await limit.consume(id);
      copies.request();
      return facts(context, id);
    },
    async test(context, { part }) {
      const { id } = administrator(context);
      await limit.consume(id);
      const run: Record<ServerTest, () => Promise<void>> = {
        mail: async () => tests.mail(await context.read((unit) => unit.need('user', id), internalActor)),
        push: () => context.write((unit) => tests.push(unit, id), internalActor),
        store: () => tests.store(),
      };
      await run[part]();
      return facts(context, id);
    },
  };
}
