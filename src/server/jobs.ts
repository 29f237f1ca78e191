// The jobs of one server: what the database says comes due.
import { deadlineJob } from './jobs/deadlines.ts';
import { deliveryJob } from './jobs/deliveries.ts';
import { bulkJob } from './jobs/bulk.ts';
import { propagationJob } from './jobs/propagation.ts';
import type { JobContext } from './jobs/context.ts';
import { mailJob } from './jobs/mails.ts';
import { reenableJob } from './jobs/reenable.ts';
import { reminderJob } from './jobs/reminders.ts';
import { repeatJob } from './jobs/repeats.ts';
import type { Job } from './jobs/scheduler.ts';
import { cleanupJob } from './jobs/cleanup.ts';
import type { MailPort } from './ports/mail.ts';
import type { PushPort } from './ports/push.ts';

export function jobsOf(jobContext: JobContext, options: { push: PushPort; mail: MailPort }): Job[] {
  const deadlines = deadlineJob(jobContext);
  return [
    deadlines,
    reenableJob('system', jobContext),
    reenableJob('organization', jobContext),
    bulkJob(jobContext),
    propagationJob(jobContext),
    reminderJob(jobContext),
    repeatJob(jobContext),
    deliveryJob(jobContext, options.push, deadlines.raising),
    mailJob(jobContext, options.mail),
    cleanupJob(jobContext),
  ];
}
