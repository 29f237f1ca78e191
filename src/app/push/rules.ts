// The push state of this device, derived from browser, user and server. Pure.
import type { Platform } from '#app/device/device.ts';

/** Everything that decides whether a push can reach this device. */
export interface PushFacts {
  platform: Platform;
  /** Runs as an installed app. */
  standalone: boolean;
  /** The browser has a worker, push and notifications. */
  able: boolean;
  permission: 'default' | 'granted' | 'denied';
  /** The browser's subscription; null until it is read. */
  subscription: 'none' | 'live' | 'expired' | 'otherKey' | null;
  /** The user's choice on this device; null before one. */
  wanted: 'on' | 'off' | null;
  /** True if the server has the subscription for this user, as of the last answer. */
  known: 'yes' | 'no' | 'unsure';
  /** The last push to this device failed, as of the last answer. */
  failing: boolean;
}

/**
 * - unknown: the browser's subscription is not read yet.
 * - on: permission, subscription and server agree.
 * - off: never turned on here, or turned off.
 * - blocked: notifications are denied; only the device's own settings can change that.
 * - impossible: this browser has no push.
 * - needsInstall: it has, but only for an app on the Home Screen.
 * - lost: it was on, and the subscription is dead, gone or forgotten, or did not take the last push.
 * - unfinished: subscribed here, but not on the server.
 */
export type PushState = 'unknown' | 'on' | 'off' | 'blocked' | 'impossible' | 'needsInstall' | 'lost' | 'unfinished';

/** The state of this device. Only `on` may be shown as working. */
export function stateOf(facts: PushFacts): PushState {
  const { platform, standalone, able, permission, subscription, wanted, known, failing } = facts;
  if (!able) return platform === 'iphone' && !standalone ? 'needsInstall' : 'impossible';
  if (permission === 'denied') return 'blocked';
  if (permission === 'default' || wanted === 'off') return 'off';
  if (subscription === null) return 'unknown';
  if (subscription === 'none') return wanted === 'on' ? 'lost' : 'off';
  if (subscription !== 'live' || known === 'no' || failing) return 'lost';
  return known === 'yes' ? 'on' : 'unfinished';
}

/** The repair that is possible without the user. */
export type RepairAction = 'nothing' | 'subscribe' | 'renew' | 'report';

/**
 * Returns the repair to do at the start of the app.
 * - subscribe: permission is there, the subscription went away.
 * - renew: it is dead; a new one in its place.
 * - report: send the subscription to the server again.
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

const temporary = new Set([401, 403, 408, 425, 429]);

/** Returns `known` after an answer with `status`; a missing answer or a temporary error changes nothing. */
export function knownAfter(status: number, before: PushFacts['known']): PushFacts['known'] {
  if (status >= 200 && status < 300) return 'yes';
  const refused = status >= 400 && status < 500 && !temporary.has(status);
  return refused ? 'no' : before;
}

/** The reason why turning on failed. */
export type PushFailure = 'denied' | 'dismissed' | 'offline' | 'noService' | 'refused' | 'noWorker';

/** The reason behind an error of the browser's `subscribe()`. */
export function faultOf(error: unknown, permission: PushFacts['permission'], online: boolean): PushFailure {
  if (permission === 'denied') return 'denied';
  if (!online) return 'offline';
  return error instanceof Error && error.name === 'NotAllowedError' ? 'denied' : 'noService';
}
