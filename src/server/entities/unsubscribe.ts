// Ending alarm mails by a link in one of them: one click, no session, and undone the same way.
import { shifted } from '#contract/time/calendar.ts';
import { house } from '#server/kernel/actor.ts';
import type { Handler } from '#server/kernel/dispatch.ts';
import { actedBy } from '#server/kernel/origin.ts';
import { RateLimiter } from '#server/kernel/rate-limiter.ts';
import { Refusal } from '#server/kernel/refusal.ts';
import { readToken, signToken } from '#server/kernel/secrets.ts';
import type { Row } from '#server/kernel/store.ts';
import type { Services } from '#server/services.ts';
import { mailUnsubscribed } from './account-mail.ts';
import { nameOf } from './reference.ts';

const YEAR_MS = 366 * 86_400_000;

interface Link {
  user: string;
  /** What the mail was about; null for several. */
  organization: string | null;
  /** The instant of the mail. */
  at: string;
}

/** Returns the token of such a link: good for a year. */
export const unsubscribeToken = (secret: string, link: Link): string =>
  signToken(secret, { for: 'unsubscribe', ...link });

const stale = () => new Refusal('E_TOKEN', 'This unsubscribe link is not valid, or the account was deleted.');

export function makeUnsubscribe(services: Services): Handler {
  // For the person of the link: nobody else's links are slowed down by whoever presses one again and again.
  const clicks = new RateLimiter(services, { name: 'unsubscribe.user', points: 60, seconds: 900 });
  return async (context, { token, set }) => {
    const read = readToken(services.secrets.sign, String(token));
    const yearAgo = shifted(services.now(), -YEAR_MS);
    if (read?.['for'] !== 'unsubscribe' || String(read['at'] ?? '') < yearAgo) throw stale();
    await clicks.consume(String(read['user']));
    return context.write(async (unit) => {
      const user = await unit.find('user', String(read['user']));
      if (!user) throw stale();
      actedBy(unit, { id: String(user['id']), name: nameOf(user) });
      const link = await unit.findBy('userorg', { user: user['id'], organization: read['organization'] ?? '' });
      const on = set === 'on' || set === 'all-on';
      // Who may see every organization is linked to none: then there is only the switch for all.
      const wide = set === 'all-off' || set === 'all-on' || !link;
      const kept = wide && user['alarmEmails'] !== on ? await unit.updateRow('user', user, { alarmEmails: on }) : user;
      const held =
        !wide && link['alarmEmails'] !== on ? await unit.updateRow('userorg', link, { alarmEmails: on }) : link;
      const organization = held && (await unit.find('organization', String(held['organization'])));
      const wasOn = wide ? user['alarmEmails'] : link['alarmEmails'];
      if (!on && wasOn) {
        const name = wide ? null : String(organization?.['name'] ?? '');
        await mailUnsubscribed(unit, services, user, name);
      }
      return {
        id: user['id'],
        email: user['email'],
        organization: organization ? { id: organization['id'], name: organization['name'] } : null,
        alarmEmails: Boolean(held ? held['alarmEmails'] : kept['alarmEmails']),
        allAlarmEmails: Boolean(kept['alarmEmails']),
      };
    }, house);
  };
}

/** What a mail program's own button does. */
export const makeOneClick = (services: Services): Handler => {
  const unsubscribe = makeUnsubscribe(services);
  return async (context, { token }) => {
    const { id } = (await unsubscribe(context, { token, set: 'off' }, null)) as Row;
    return { id };
  };
};
