// What came in lately, as one list: it is answered whole, and told whole whenever it changes.
import * as z from 'zod';
import { Alarm } from './alarm.ts';
import { Backup } from './backup.ts';
import { Id, call, entity } from './define.ts';

/** A backup that arrived or an alarm that was raised: one of both. */
export const Recent = z.object({ id: Id, backup: Backup.nullable(), alarm: Alarm.nullable() });

/** Its event is `recent` with `{ verb: 'updated', data }`, where `data` is the whole list as its reader may see it. */
export const recent = entity('recent', {
  record: Recent,
  organization: null,
  calls: {
    latest: call({
      doc: 'The latest backups, and the latest alarms for whoever may read alarms; newest first.',
      method: 'GET',
      path: '/backup/recent',
      result: z.array(Recent),
      may: 'backup.read',
    }),
  },
});
