// A push port that answers as a test says, by the endpoint of a device; others are accepted.
import type { PushMessage, PushOutcome, PushSubscription } from '#server/ports/push.ts';
import { RecordingPush } from '#tests/world.ts';

export class AnsweringPush extends RecordingPush {
  readonly answers = new Map<string, PushOutcome>();
  override async send(to: PushSubscription, message: PushMessage) {
    const accepted = await super.send(to, message);
    return (this.answers.get(to.endpoint) ?? accepted) as typeof accepted;
  }
}
