// The jobs of one server: what the database says comes due.
import { deadlineSource } from './jobs/deadlines.ts';
import { deliverySource } from './jobs/deliveries.ts';
import { bulkSource } from './jobs/bulk.ts';
import { followingSource } from './jobs/following.ts';
import type { JobContext } from './jobs/context.ts';
import { mailSource } from './jobs/mails.ts';
import { reenableSource } from './jobs/reenable.ts';
import { reminderSource } from './jobs/reminders.ts';
import { repeatSource } from './jobs/repeats.ts';
import type { Source } from './jobs/scheduler.ts';
import { tidyingSource } from './jobs/tidying.ts';
import type { MailPort } from './ports/mail.ts';
import type { PushPort } from './ports/push.ts';

export function sourcesOf(jobContext: JobContext, options: { push: PushPort; mail: MailPort }): Source[] {
  const deadlines = deadlineSource(jobContext);
  return [
    deadlines,
    reenableSource('system', jobContext),
    reenableSource('organization', jobContext),
    bulkSource(jobContext),
    followingSource(jobContext),
    reminderSource(jobContext),
    repeatSource(jobContext),
    deliverySource(jobContext, options.push, deadlines.raising),
    mailSource(jobContext, options.mail),
    tidyingSource(jobContext),
  ];
}
