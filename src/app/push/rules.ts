// Whether this device will ring, worked out from what the browser, the person and the server say. Pure.
import type { Platform } from '#app/device/device.ts';

/** Everything that decides whether a push can reach this device. */
export interface PushFacts {
  platform: Platform;
  /** Runs as an installed app. */
  standalone: boolean;
  /** The browser has a worker, push and notifications. */
  able: boolean;
  permission: 'default' | 'granted' | 'denied';
  /** What the browser holds; null while it has not said. */
  subscription: 'none' | 'live' | 'expired' | 'otherKey' | null;
  /** What this person chose on this device; null for no choice yet. */
  wanted: 'on' | 'off' | null;
  /** Whether the server holds the subscription for this person, as last heard. */
  known: 'yes' | 'no' | 'unsure';
}

/**
 * - unknown: the browser has not said yet; nothing is claimed.
 * - on: permission, subscription and server agree.
 * - off: nobody turned it on here, or somebody turned it off.
 * - blocked: notifications are denied; only the device's own settings can change that.
 * - impossible: this browser has no push.
 * - needsInstall: it has, but only for an app on the Home Screen.
 * - lost: it was on, and the subscription is dead, gone or forgotten.
 * - unfinished: subscribed here, but the server has not heard of it.
 */
export type PushState = 'unknown' | 'on' | 'off' | 'blocked' | 'impossible' | 'needsInstall' | 'lost' | 'unfinished';

/** The state of this device. Only `on` may be told as "rings". */
export function stateOf(facts: PushFacts): PushState {
  const { platform, standalone, able, permission, subscription, wanted, known } = facts;
  if (!able) return platform === 'iphone' && !standalone ? 'needsInstall' : 'impossible';
  if (permission === 'denied') return 'blocked';
  if (permission === 'default' || wanted === 'off') return 'off';
  if (subscription === null) return 'unknown';
  if (subscription === 'none') return wanted === 'on' ? 'lost' : 'off';
  if (subscription !== 'live' || known === 'no') return 'lost';
  return known === 'yes' ? 'on' : 'unfinished';
}

/** What must be done so that the device rings again, without asking anybody. */
export type RepairAction = 'nothing' | 'subscribe' | 'renew' | 'report';

/**
 * What the start of the app does about the subscription.
 * - subscribe: permission is there, the subscription went away.
 * - renew: it is dead; a new one in its place.
 * - report: tell the server that it is still here.
 */
export function repairActionFor(facts: PushFacts): RepairAction {
  const { platform, able, permission, subscription, wanted, known } = facts;
  if (!able || permission !== 'granted' || wanted === 'off' || subscription === null) return 'nothing';
  if (subscription === 'none') return wanted === 'on' ? 'subscribe' : 'nothing';
  const dead = subscription !== 'live' || known === 'no';
  if (!dead) return 'report';
  // On Safari the permission goes with the last subscription: there only a press may replace it.
  return platform === 'iphone' ? 'nothing' : 'renew';
}

const saysNothing = new Set([401, 403, 408, 425, 429]);

/** What the server's answer to a subscription says of it; no answer, a sign-in page or a busy server say nothing. */
export function knownAfter(status: number, before: PushFacts['known']): PushFacts['known'] {
  if (status >= 200 && status < 300) return 'yes';
  const refused = status >= 400 && status < 500 && !saysNothing.has(status);
  return refused ? 'no' : before;
}

/** Why turning on did not work. */
export type PushFault = 'denied' | 'dismissed' | 'offline' | 'noService' | 'refused' | 'noWorker';

/** What a failed `subscribe()` of the browser means. */
export function faultOf(error: unknown, permission: PushFacts['permission'], online: boolean): PushFault {
  if (permission === 'denied') return 'denied';
  if (!online) return 'offline';
  return error instanceof Error && error.name === 'NotAllowedError' ? 'denied' : 'noService';
}
