// The recent list: the latest backups and alarms. Every event carries the whole list.
import * as z from 'zod/mini';
import { Alarm } from './alarm.ts';
import { Backup } from './backup.ts';
import { Id, call, entity } from './define.ts';

/** Either a backup that arrived or an alarm that was raised. */
export const Recent = z.object({ id: Id, backup: z.nullable(Backup), alarm: z.nullable(Alarm) });

/** Its event is `recent` with `{ verb: 'updated', data }`; `data` is the whole list that the receiver may see. */
export const recent = entity('recent', {
  record: Recent,
  organization: null,
  calls: {
    latest: call({
      doc: 'Lists the latest backups and alarms, newest first. Alarms are included if the user has `alarm.read`.',
      method: 'GET',
      path: '/backup/recent',
      result: z.array(Recent),
      may: 'backup.read',
    }),
  },
});
