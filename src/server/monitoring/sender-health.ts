// Whether pushes and mails leave this server: the last ones, of all people together, say so.
import type { MailPort } from '#server/ports/mail.ts';
import type { PushPort } from '#server/ports/push.ts';

export type Sender = 'pushes' | 'mails';

/** One device or mailbox may be in trouble by itself. */
const IN_A_ROW = 3;
/** Nobody tried since then: it is not known any more. */
const STALE_MS = 3_600_000;

class Series {
  #failures = 0;
  #lastAt = 0;
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  note(isTaken: boolean): void {
    this.#failures = isTaken ? 0 : this.#failures + 1;
    this.#lastAt = this.#clock();
  }

  isFailing(): boolean {
    return this.#failures >= IN_A_ROW && Math.abs(this.#clock() - this.#lastAt) < STALE_MS;
  }
}

export class SenderHealth {
  readonly #series: Record<Sender, Series>;

  /** @param clock milliseconds since 1970 */
  constructor(clock: () => number) {
    this.#series = { pushes: new Series(clock), mails: new Series(clock) };
  }

  /** The same port, watched. A device that is gone says nothing about the sender. */
  watchPush(port: PushPort): PushPort {
    return {
      close: () => port.close?.(),
      send: async (subscription, message) => {
        const outcome = await port.send(subscription, message);
        this.#series.pushes.note(outcome.result === 'accepted' || outcome.result === 'gone');
        return outcome;
      },
    };
  }

  /** The same port, watched. A mailbox that refuses for good is not the sender's trouble. */
  watchMail(port: MailPort): MailPort {
    return {
      sends: port.sends,
      close: () => port.close(),
      send: async (mail) => {
        const outcome = await port.send(mail);
        this.#series.mails.note(outcome.result !== 'retry');
        return outcome;
      },
    };
  }

  failing(): Sender[] {
    return (['pushes', 'mails'] as const).filter((sender) => this.#series[sender].isFailing());
  }
}
