// The state machine of the live connection: connects, subscribes, retries, goes offline. Pure: no socket and no clock.
import * as m from '#text/messages.js';

export type LiveState = 'enrolled' | 'enrolling' | 'offline';
export type TimerName = 'enroll' | 'retry' | 'offline' | 'verdict' | 'subscribe' | 'rest' | 'tick';

export interface Model {
  /** up: connected; connecting: an attempt runs; waiting: one will; resting: none until the page is looked at again. */
  link: 'waiting' | 'connecting' | 'up' | 'resting';
  authenticated: boolean;
  /** The delay after authentication has passed. */
  ready: boolean;
  enrolled: boolean;
  subscribing: boolean;
  probing: boolean;
  /** Without a connection for so long that the flash said so. */
  offline: boolean;
  hidden: boolean;
  /** The timer towards `offline` runs. */
  counting: boolean;
  /** The notice is due; the attempt that began together with it may still be answered. */
  judging: boolean;
  /** Begin of the newest attempt, epoch ms. */
  attemptedAt: number;
  /** Time of the next tick, epoch ms; null before the start. */
  tickDueAt: number | null;
}

export type Input =
  | { type: 'start' | 'authenticated' | 'loggedOut' | 'connected' | 'lost' }
  | { type: 'hidden' | 'visible' | 'wake' | 'frozen' }
  /** The answer's status; 0 when the connection went first. */
  | { type: 'subscribed'; status: number }
  | { type: 'probed'; answered: boolean }
  | { type: 'timer'; name: TimerName };

export type Effect =
  | { do: 'connect' | 'disconnect' | 'subscribe' | 'unsubscribe' | 'probe' | 'reload' | 'resync' }
  | { do: 'flash'; kind: 'negative' | 'positive'; text: string; ms: number }
  | { do: 'timer'; name: TimerName; ms: number }
  | { do: 'cancel'; name: TimerName };

export const liveMs = {
  enroll: 1000,
  retry: 5000,
  offline: 10_000,
  /** How long the retry that is due with the notice may take before the notice shows. */
  verdict: 1000,
  /** Several signals that the page is back come within this time: they are one. */
  signals: 1000,
  subscribe: 5000,
  rest: 45_000,
  tick: 5000,
  /** A tick this late means that the device slept. */
  jump: 10_000,
  flashNegative: 3000,
  flashPositive: 2000,
} as const;

export const startModel: Model = {
  link: 'waiting',
  authenticated: false,
  ready: false,
  enrolled: false,
  subscribing: false,
  probing: false,
  offline: false,
  hidden: false,
  counting: false,
  judging: false,
  attemptedAt: 0,
  tickDueAt: null,
};

/** The state that users see. Without a user it is `enrolling` as long as a connection is possible. */
export const stateOf = (model: Model): LiveState => {
  if (model.offline) return 'offline';
  return model.enrolled ? 'enrolled' : 'enrolling';
};

type Step = [Model, Effect[]];
const timer = (name: TimerName): Effect => ({ do: 'timer', name, ms: liveMs[name] });
const cancel = (name: TimerName): Effect => ({ do: 'cancel', name });
const stay = (model: Model): Step => [model, []];

const then = ([model, effects]: Step, next: (model: Model) => Step): Step => {
  const [after, more] = next(model);
  return [after, [...effects, ...more]];
};

const subscribe = (model: Model): Step => {
  const due = model.link === 'up' && model.authenticated && model.ready && !model.enrolled && !model.subscribing;
  return due ? [{ ...model, subscribing: true }, [{ do: 'subscribe' }]] : stay(model);
};

// Hidden pages are not judged: their timers are throttled, and nobody is looking.
const count = (model: Model): Step => {
  const due = !model.counting && !model.offline && !model.hidden;
  return due ? [{ ...model, counting: true }, [timer('offline')]] : stay(model);
};

const stopCounting = (model: Model): Step =>
  model.counting
    ? [{ ...model, counting: false, judging: false }, [cancel('offline'), cancel('verdict')]]
    : stay(model);

const unlinked = { enrolled: false, subscribing: false, probing: false };

const attempt = (model: Model): Step => [
  { ...model, ...unlinked, link: 'connecting' },
  [cancel('retry'), cancel('subscribe'), { do: 'connect' }],
];

const connected = (model: Model): Step => {
  const restored: Effect[] = model.offline
    ? [{ do: 'flash', kind: 'positive', text: m.errors_restored(), ms: liveMs.flashPositive }]
    : [];
  const up: Step = [{ ...model, ...unlinked, link: 'up', offline: false }, [cancel('retry'), ...restored]];
  return then(then(up, stopCounting), subscribe);
};

const lost = (model: Model): Step => {
  if (model.link === 'resting') return stay(model);
  if (model.judging) return then(goOffline({ ...model, judging: false }), lost);
  const effects = [cancel('subscribe'), ...(model.hidden ? [cancel('retry')] : [timer('retry')])];
  return then([{ ...model, ...unlinked, link: 'waiting' }, effects], count);
};

const rest = (model: Model): Step =>
  then(
    [{ ...model, ...unlinked, link: 'resting' }, [cancel('retry'), cancel('subscribe'), { do: 'disconnect' }]],
    stopCounting,
  );

// An attempt from before may wait for a network that is gone. One that just began is left alone: several of these signals
// come at once.
const wake = (model: Model, now: number): Step => {
  if (model.hidden || model.tickDueAt === null) return stay(model);
  if (model.link === 'connecting') {
    if (now - model.attemptedAt < liveMs.signals) return stay(model);
    return then(then([model, [{ do: 'disconnect' }]], attempt), count);
  }
  if (model.link !== 'up') return then(attempt(model), count);
  return model.probing ? stay(model) : [{ ...model, probing: true }, [{ do: 'probe' }]];
};

const probed = (model: Model, answered: boolean): Step => {
  if (!model.probing) return stay(model);
  if (answered) return stay({ ...model, probing: false });
  return then(then([model, [{ do: 'disconnect' }]], attempt), count);
};

const subscribed = (model: Model, status: number): Step => {
  if (!model.subscribing) return stay(model);
  const answered = { ...model, subscribing: false };
  // Only now do events arrive: what changed between the last answer and this moment is unknown.
  if (status === 200) return [{ ...answered, enrolled: true }, [{ do: 'resync' }]];
  if (status === 401) return [answered, [{ do: 'reload' }]];
  return [answered, [timer('subscribe')]];
};

const authenticated = (model: Model): Step =>
  model.authenticated ? stay(model) : [{ ...model, authenticated: true, ready: false }, [timer('enroll')]];

const loggedOut = (model: Model): Step => {
  const leaving = model.link === 'up' && (model.enrolled || model.subscribing);
  const effects: Effect[] = [
    cancel('enroll'),
    cancel('subscribe'),
    ...(leaving ? [{ do: 'unsubscribe' } as const] : []),
  ];
  return [{ ...model, authenticated: false, ready: false, enrolled: false, subscribing: false }, effects];
};

const hidden = (model: Model): Step => {
  if (model.hidden) return stay(model);
  return then([{ ...model, hidden: true }, [cancel('retry'), timer('rest')]], stopCounting);
};

const visible = (model: Model, now: number): Step =>
  then([{ ...model, hidden: false }, [cancel('rest')]], (next) => wake(next, now));

const tick = (model: Model, now: number): Step => {
  const late = model.tickDueAt !== null && now - model.tickDueAt > liveMs.jump;
  const next: Step = [{ ...model, tickDueAt: now + liveMs.tick }, [timer('tick')]];
  return late ? then(next, (after) => wake(after, now)) : next;
};

function goOffline(model: Model): Step {
  if (!model.counting) return stay(model);
  const offline = { ...model, counting: false, judging: false, offline: true };
  return [
    offline,
    [cancel('verdict'), { do: 'flash', kind: 'negative', text: m.errors_interrupted(), ms: liveMs.flashNegative }],
  ];
}

// The second retry is due at the same moment: it is answered first, so that no notice shows for a blink.
const judge = (model: Model, now: number): Step => {
  if (!model.counting) return stay(model);
  const judging: Step = [{ ...model, judging: true }, [timer('verdict')]];
  if (model.link === 'waiting') return then(judging, attempt);
  const isFresh = model.link === 'connecting' && now - model.attemptedAt < liveMs.verdict;
  return isFresh ? judging : goOffline(model);
};

const onTimer = (model: Model, name: TimerName, now: number): Step => {
  if (name === 'enroll') return subscribe({ ...model, ready: model.authenticated });
  if (name === 'subscribe') return subscribe(model);
  if (name === 'retry') return model.link === 'waiting' && !model.hidden ? attempt(model) : stay(model);
  if (name === 'offline') return judge(model, now);
  if (name === 'verdict') return goOffline(model);
  if (name === 'rest') return model.hidden ? rest(model) : stay(model);
  return tick(model, now);
};

/** One step. `now` in epoch ms. */
export const step = (model: Model, input: Input, now: number): Step => {
  const [after, effects] = transition(model, input, now);
  const began = effects.some((effect) => effect.do === 'connect');
  return [began ? { ...after, attemptedAt: now } : after, effects];
};

const transition = (model: Model, input: Input, now: number): Step => {
  switch (input.type) {
    case 'start':
      return then(then(tick(model, now), attempt), count);
    case 'authenticated':
      return authenticated(model);
    case 'loggedOut':
      return loggedOut(model);
    case 'connected':
      return connected(model);
    case 'lost':
      return lost(model);
    case 'hidden':
      return hidden(model);
    case 'visible':
      return visible(model, now);
    case 'wake':
      return wake(model, now);
    case 'frozen':
      return rest(model);
    case 'subscribed':
      return subscribed(model, input.status);
    case 'probed':
      return probed(model, input.answered);
    case 'timer':
      return onTimer(model, input.name, now);
  }
};
