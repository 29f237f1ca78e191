// The noun userorg: the link of a user to an organization, and the unsubscribe links of alarm mails.
import * as z from 'zod/mini';
import { Id, Instant, Reference, call, crud, entity, text } from './define.ts';
import { UserReference } from './user.ts';

/** The link of one user to one organization. Alarm mails can be turned off for each link. */
export const UserOrg = z.object({
  id: Id,
  user: UserReference,
  organization: Reference,
  /** Scopes the live events to this organization. */
  organizationId: Id,
  alarmEmails: z.boolean(),
  /** True if the rights of the user do not keep the reader from changing the link. Left out of events: it depends on the reader. */
  manageable: z.optional(z.boolean()),
  createdAt: Instant,
  updatedAt: Instant,
  editedAt: Instant,
});

/** Long enough for a mail about many organizations. */
const UnsubscribeToken = text(2000);

/** The calls of links between users and organizations. */
export const userorg = entity('userorg', {
  record: UserOrg,
  organization: 'organizationId',
  derivesFrom: ['user', 'usergroup', 'group', 'organization'],
  calls: {
    ...crud('userorg', UserOrg, z.object({ user: Id, organization: Id, alarmEmails: z._default(z.boolean(), true) })),
    destroyPair: call({
      doc: 'Removes the link between a user and an organization, identified by both ids.',
      method: 'DELETE',
      path: '/userorg',
      input: z.object({ user: Id, organization: Id }),
      result: UserOrg,
      may: 'userorg.destroy',
      errors: ['E_NOT_FOUND'],
    }),
    oneClick: call({
      doc: 'Turns alarm emails off by the token in an email. Used by mail programs for one-click unsubscribe (RFC 8058), which send it to `POST /unsubscribe`.',
      method: 'POST',
      path: '/userorg/unsubscribe',
      byToken: true,
      input: z.object({ token: UnsubscribeToken, 'List-Unsubscribe': z.optional(z.literal('One-Click')) }),
      result: z.object({ id: Id }),
      may: 'public',
      errors: ['E_TOKEN', 'E_RATE'],
    }),
    unsubscribe: call({
      doc: 'Turns the alarm emails that an email was about off or on, by the token of its unsubscribe link: those about its organizations, or all for an email that names none. Needs the CSRF header: a GET alone, as mail gateways send it, changes nothing.',
      method: 'GET',
      path: '/userorg/unsubscribe',
      changes: true,
      input: z.object({ token: UnsubscribeToken, set: z._default(z.enum(['off', 'on']), 'off') }),
      result: z.object({
        /** Id of the user. */
        id: Id,
        email: z.string(),
        /** Those that the mail was about and the user is linked to; none for a mail about very many. */
        organizations: z.array(Reference),
        /** Alarm mails about each of these organizations; about all where there are none. */
        alarmEmails: z.boolean(),
        /** Alarm mails about any organization. */
        allAlarmEmails: z.boolean(),
      }),
      may: 'public',
      errors: ['E_TOKEN', 'E_RATE'],
    }),
  },
});
