// The tests of a server's mail, push and store, each with its last result since the start.
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Cause, SendFault } from '#contract/cause.ts';
import type { ServerFacts } from '#contract/server.ts';
import { shifted } from '#contract/time/calendar.ts';
import { uuidv7 } from '#server/pipeline/id.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { within } from '#server/pipeline/timeout.ts';
import { testMail } from '#server/mails/test.ts';
import type { Storage } from '#server/ports/storage.ts';
import type { Services } from '#server/services.ts';
import { deliveriesWith, insertDeliveries, newDelivery } from '#server/entities/alarm/delivery-repository.ts';
import { STORE_SILENT, storeCause } from '#server/entities/backup/stored-file.ts';
import { sendFault, sendFaultOf } from '#server/entities/alarm/send-fault.ts';
import { parseJson } from '#server/query/columns.ts';
import type { RowOf } from '#server/db/engine.ts';

type SendResult = NonNullable<ServerFacts['tests']['mail']>;
type StoreResult = NonNullable<ServerFacts['tests']['store']>;

interface Outcome<F> {
  state: SendResult['state'];
  fault: F | null;
}

const STORE_BYTES = 1_000_000;
/** A mail server or store that hangs is not waited for any longer. */
const ANSWER_MS = 20_000;
/** A push that no device has shown by then has failed. */
const SHOWN_MS = 60_000;

const OK = { state: 'ok', fault: null } as const;

/** @param silent the outcome of a part that does not answer */
async function timed<F extends SendFault | Cause>(now: () => string, test: Promise<Outcome<F>>, silent: F) {
  const at = now();
  const outcome = await within<Outcome<F>>(ANSWER_MS, test, { state: 'failed', fault: silent });
  return { at, detail: '', ...outcome, took: Math.max(0, Date.parse(now()) - Date.parse(at)) };
}

async function sendTest({ installation, origin }: Services, user: RowOf<'user'>): Promise<Outcome<SendFault>> {
  const { email: to, language } = user;
  const outcome = await installation.mail.send({ to, ...testMail({ language, url: origin() }) });
  if (outcome.result === 'accepted') return OK;
  return { state: outcome.result === 'kept' ? 'kept' : 'failed', fault: sendFaultOf(outcome) };
}

/** Stores 1 MB, reads it again, and removes it, also where reading failed. */
async function testStore(storage: Storage, now: string): Promise<Outcome<Cause>> {
  const content = randomBytes(STORE_BYTES);
  const key = `backwatch-test/${uuidv7(Date.parse(now))}`;
  try {
    await storage.putStream(key, Readable.from([content]), { maxBytes: STORE_BYTES, size: STORE_BYTES });
    const hash = createHash('sha256');
    const stored: AsyncIterable<Buffer> = await storage.openRead(key);
    for await (const chunk of stored) hash.update(chunk);
    const isSame = hash.digest('hex') === createHash('sha256').update(content).digest('hex');
    return isSame ? OK : { state: 'failed', fault: { code: 'storeDiffers' } };
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
  #mail: SendResult | null = null;
  #store: StoreResult | null = null;

  constructor(services: Services) {
    this.#services = services;
  }

  async mail(user: RowOf<'user'>): Promise<void> {
    const { log, now } = this.#services;
    const failed = (error: unknown) => {
      log.failure('a test mail failed', error);
      return { state: 'failed' as const, fault: sendFault('unsent') };
    };
    this.#mail = await timed(now, sendTest(this.#services, user).catch(failed), sendFault('unanswered'));
  }

  async store(): Promise<void> {
    const { storage, now } = this.#services;
    const failed = (error: unknown) => ({ state: 'failed' as const, fault: storeCause(error) });
    this.#store = await timed(now, testStore(storage, now()).catch(failed), STORE_SILENT);
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

async function pushResult(unit: Unit, { at, ids }: Pushed): Promise<SendResult> {
  if (ids.length === 0) return { at, state: 'noDevice', detail: '', fault: null, took: null };
  const rows = await deliveriesWith(unit, ids);
  const shown = rows.flatMap(({ shownAt, device }) => (shownAt ? [{ shownAt, device: device ?? '' }] : []));
  const [first] = shown.toSorted((a, b) => (a.shownAt < b.shownAt ? -1 : 1));
  if (first) {
    const name = (await unit.lookup('device', [first.device])).get(first.device)?.name ?? '';
    return { at, state: 'ok', detail: name, fault: null, took: Date.parse(first.shownAt) - Date.parse(at) };
  }
  const isOpen = rows.some(({ status }) => ['pending', 'sending', 'sent'].includes(status));
  if (isOpen && unit.now < shifted(at, SHOWN_MS)) return { at, state: 'waiting', detail: '', fault: null, took: null };
  const known = rows.find(({ detail }) => detail)?.detail;
  return { at, state: 'failed', detail: '', fault: known ? parseJson(known) : sendFault('notShown'), took: null };
}
