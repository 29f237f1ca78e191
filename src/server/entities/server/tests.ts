// The tests of a server's mail, push and store, each with its last result since the start.
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ServerFacts } from '#contract/server.ts';
import { shifted } from '#contract/time/calendar.ts';
import { uuidv7 } from '#server/pipeline/id.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { within } from '#server/pipeline/timeout.ts';
import { testMail } from '#server/mails/test.ts';
import type { Storage } from '#server/ports/storage.ts';
import type { Services } from '#server/services.ts';
import { deliveriesWith, insertDeliveries, newDelivery } from '#server/entities/alarm/delivery-repository.ts';
import { errorMessage } from '#server/unknown.ts';
import type { RowOf } from '#server/db/engine.ts';

type Result = NonNullable<ServerFacts['tests']['mail']>;
type Outcome = Pick<Result, 'state' | 'detail'>;

const STORE_BYTES = 1_000_000;
/** A mail server or store that hangs is not waited for any longer. */
const ANSWER_MS = 20_000;
const NO_ANSWER: Outcome = { state: 'failed', detail: `No answer within ${ANSWER_MS / 1000} seconds.` };
/** A push that no device has shown by then has failed. */
const SHOWN_MS = 60_000;
const NOT_SHOWN = 'The push service took it, but no device showed it within a minute.';

async function timed(now: () => string, test: () => Promise<Outcome>): Promise<Result> {
  const at = now();
  const failed = (error: unknown): Outcome => ({ state: 'failed', detail: errorMessage(error) });
  const outcome = await within(ANSWER_MS, test().catch(failed), NO_ANSWER);
  return { at, ...outcome, took: Math.max(0, Date.parse(now()) - Date.parse(at)) };
}

async function sendTest({ installation, origin }: Services, user: RowOf<'user'>): Promise<Outcome> {
  const { email: to, language } = user;
  const { result, detail } = await installation.mail.send({ to, ...testMail({ language, url: origin() }) });
  if (result === 'accepted') return { state: 'ok', detail: '' };
  return { state: result === 'kept' ? 'kept' : 'failed', detail };
}

/** Stores 1 MB, reads it again, and removes it, also where reading failed. */
async function testStore(storage: Storage, now: string): Promise<Outcome> {
  const content = randomBytes(STORE_BYTES);
  const key = `backwatch-test/${uuidv7(Date.parse(now))}`;
  try {
    await storage.putStream(key, Readable.from([content]), { maxBytes: STORE_BYTES, size: STORE_BYTES });
    const hash = createHash('sha256');
    const stored: AsyncIterable<Buffer> = await storage.openRead(key);
    for await (const chunk of stored) hash.update(chunk);
    const isSame = hash.digest('hex') === createHash('sha256').update(content).digest('hex');
    return isSame ? { state: 'ok', detail: '' } : { state: 'failed', detail: 'It read other content than it stored.' };
  } finally {
    await storage.remove(key);
  }
}

/** The last test pushes to the devices of one user. */
interface Pushed {
  at: string;
  ids: readonly string[];
}

export class ServerTests {
  readonly #services: Services;
  readonly #pushed = new Map<string, Pushed>();
  #mail: Result | null = null;
  #store: Result | null = null;

  constructor(services: Services) {
    this.#services = services;
  }

  async mail(user: RowOf<'user'>): Promise<void> {
    this.#mail = await timed(this.#services.now, () => sendTest(this.#services, user));
  }

  async store(): Promise<void> {
    const { storage, now } = this.#services;
    this.#store = await timed(now, () => testStore(storage, now()));
  }

  /** Puts a test push for each device of a user into the outbox. */
  async push(unit: Unit, user: string): Promise<void> {
    const devices = await unit.asInternal().select('device').select('id').where('user', '=', user).execute();
    const rows = devices.map(({ id }) => newDelivery(unit, { alarm: null, user, device: id, stage: 'test' }));
    await insertDeliveries(unit, rows);
    this.#services.dueBy(unit, unit.now);
    this.#pushed.set(user, { at: unit.now, ids: rows.map(({ id }) => id) });
  }

  /** The results as a user sees them: the pushes are those to the user's own devices. */
  async results(unit: Unit, user: string): Promise<ServerFacts['tests']> {
    const pushed = this.#pushed.get(user);
    return { mail: this.#mail, store: this.#store, push: pushed ? await pushResult(unit, pushed) : null };
  }
}

async function pushResult(unit: Unit, { at, ids }: Pushed): Promise<Result> {
  if (ids.length === 0) return { at, state: 'noDevice', detail: '', took: null };
  const rows = await deliveriesWith(unit, ids);
  const shown = rows.flatMap(({ shownAt, device }) => (shownAt ? [{ shownAt, device: device ?? '' }] : []));
  const [first] = shown.toSorted((a, b) => (a.shownAt < b.shownAt ? -1 : 1));
  if (first) {
    const name = (await unit.lookup('device', [first.device])).get(first.device)?.name ?? '';
    return { at, state: 'ok', detail: name, took: Date.parse(first.shownAt) - Date.parse(at) };
  }
  const isOpen = rows.some(({ status }) => ['pending', 'sending', 'sent'].includes(status));
  if (isOpen && unit.now < shifted(at, SHOWN_MS)) return { at, state: 'waiting', detail: '', took: null };
  const fault = rows.find(({ detail }) => detail)?.detail;
  return { at, state: 'failed', detail: fault ?? NOT_SHOWN, took: null };
}
