// Ending alarm mails by a link in one of them: one click, no session, and undone the same way.
import type { ParsedOf, ResultOf } from '#contract/define.ts';
import { shifted } from '#contract/time/calendar.ts';
import type { userorg } from '#contract/userorg.ts';
import { internalActor } from '#server/pipeline/actor.ts';
import type { Context, Handler } from '#server/pipeline/dispatch.ts';
import { attributeTo } from '#server/pipeline/audit-source.ts';
import { RateLimiter } from '#server/auth/rate-limiter.ts';
import { ApiError } from '#server/pipeline/errors.ts';
import { readToken, signToken } from '#server/auth/crypto.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { mailUnsubscribed } from '#server/entities/account/mails.ts';
import { nameOf, references } from '#server/entities/reference.ts';
import * as z from 'zod/mini';
import type { RowOf } from '#server/db/engine.ts';

type UserorgRow = RowOf<'userorg'>;

/** An address must not grow with the fleet: a mail about more organizations ends all alarm mails. */
const MOST = 20;
const YEAR_MS = 366 * 86_400_000;

interface Link {
  user: string;
  /** Ids of what the mail was about; none for alarms of Backwatch itself. */
  organizations: readonly string[];
  /** The instant of the mail. */
  at: string;
}

/** Returns the token of such a link: good for a year. */
export const unsubscribeToken = (secret: string, { organizations, ...link }: Link): string =>
  signToken(secret, { for: 'unsubscribe', ...link, organizations: organizations.length > MOST ? [] : organizations });

const UnsubscribeToken = z.object({
  for: z.literal('unsubscribe'),
  user: z.string(),
  at: z.string(),
  organizations: z.optional(z.array(z.string())),
  /** Mails of earlier versions named one. */
  organization: z.optional(z.nullable(z.string())),
});
type UnsubscribeToken = z.output<typeof UnsubscribeToken>;

const namedIn = ({ organizations, organization }: UnsubscribeToken): string[] =>
  organizations ?? (organization ? [organization] : []);

const stale = () =>
  new ApiError('E_TOKEN', 'This unsubscribe link is not valid, or its account or organizations were removed.');

/** The links of a user to these organizations, in the order of the token. */
async function linksOf(unit: Unit, user: RowOf<'user'>, organizations: readonly string[]): Promise<UserorgRow[]> {
  const found: UserorgRow[] = [];
  for (const organization of organizations) {
    const link = await unit.findBy('userorg', { user: user.id, organization });
    if (link) found.push(link);
  }
  return found;
}

type Calls = typeof userorg.calls;
type Unsubscribe = (context: Context, input: ParsedOf<Calls['unsubscribe']>) => Promise<ResultOf<Calls['unsubscribe']>>;

export function makeUnsubscribe(services: Services): Unsubscribe {
  // For the person of the link: nobody else's links are slowed down by whoever presses one again and again.
  const clicks = new RateLimiter(services, { name: 'unsubscribe.user', points: 60, seconds: 900 });
  return async (context, { token, set }) => {
    const { data: read } = UnsubscribeToken.safeParse(readToken(services.secrets.sign, token));
    const yearAgo = shifted(services.now(), -YEAR_MS);
    if (!read || read.at < yearAgo) throw stale();
    await clicks.consume(read.user);
    return context.write(async (unit) => {
      const user = await unit.find('user', read.user);
      if (!user) throw stale();
      attributeTo(unit, { id: user.id, name: nameOf(user) });
      const named = namedIn(read);
      // A forwarded mail must not end more than it was about. People who see every organization have only the switch for all.
      const wide = named.length === 0 || user.allOrganizations;
      const links = wide ? [] : await linksOf(unit, user, named);
      if (!wide && links.length === 0) throw stale();
      const on = set === 'on';
      const isSet = ({ alarmEmails }: RowOf<'user'> | UserorgRow) => alarmEmails === on;
      const updated = wide && !isSet(user) ? await unit.updateRow('user', user, { alarmEmails: on }) : user;
      const held: UserorgRow[] = [];
      for (const link of links)
        held.push(isSet(link) ? link : await unit.updateRow('userorg', link, { alarmEmails: on }));
      const organization = await references(unit, 'organization', held);
      const organizations = held.map((link) => organization(link)).filter((one) => one !== null);
      const wasOn = wide ? user.alarmEmails : links.some(({ alarmEmails }) => alarmEmails);
      if (!on && wasOn) {
        const names = wide ? [] : organizations.map(({ name }) => name);
        await mailUnsubscribed(unit, services, user, names);
      }
      return {
        id: user.id,
        email: user.email,
        organizations,
        alarmEmails: (held.length > 0 ? held : [updated]).every(({ alarmEmails }) => alarmEmails),
        allAlarmEmails: updated.alarmEmails,
      };
    }, internalActor);
  };
}

/** The action of a mail program's own unsubscribe button. */
export const makeOneClick = (services: Services): Handler<Calls['oneClick']> => {
  const unsubscribe = makeUnsubscribe(services);
  return async (context, { token }) => {
    const { id } = await unsubscribe(context, { token, set: 'off' });
    return { id };
  };
};
