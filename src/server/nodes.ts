// The servers on one database: each says that it lives, and a client of one that went is not shown as connected.
import { shifted } from '#contract/time/calendar.ts';
import { clientCame, clientLost, type ClientBinding } from './entities/client/client.ts';
import {
  deleteNode,
  deleteNodes,
  deleteSilentNodes,
  insertNode,
  noteNode,
  selectNodeIds,
} from './entities/server/node-repository.ts';
import { every } from './jobs/claim.ts';
import { noteAlive, noteStart } from './entities/system/downtime.ts';
import type { JobContext } from './jobs/context.ts';
import type { Job } from './jobs/scheduler.ts';
import type { Unit } from './pipeline/unit-of-work.ts';

const EVERY_MS = 30_000;
/** Three of its words were missed. */
const GONE_MS = 3 * EVERY_MS;
const SLICE = 200;

interface Nodes {
  /** Before the first client is let in. On a database of its own (`alone`) all clients of earlier runs are gone at once. */
  join(alone: boolean): Promise<void>;
  leave(): Promise<void>;
  job: Job;
}

/** @param clients who is connected to this node */
export function makeNodes({ services, write }: JobContext, clients: () => ClientBinding[]): Nodes {
  const id = services.node;
  /** Says that this node lives; where the others gave it up (it slept), its clients are connected after all. */
  const renew = async (unit: Unit) => {
    if (await noteNode(unit, id)) return;
    await insertNode(unit, id);
    for (const client of clients()) await clientCame(unit, id, client);
  };

  /** Marks the clients of nodes that are gone; several nodes may do so at once, each system changes once. */
  const markGone = () =>
    write(async (unit) => {
      const gone = await unit
        .select('system')
        .select('id')
        .where('connected', '=', 1)
        .where('node', 'is not', null)
        .where('node', 'not in', selectNodeIds(unit))
        .limit(SLICE)
        .execute();
      for (const system of gone) await clientLost(unit, system.id);
      return gone.length;
    });

  return {
    join: (alone) =>
      write(async (unit) => {
        if (alone) {
          await deleteNodes(unit);
          // Nobody is connected yet who would get an event.
          await unit.withoutEvents.updateTable('system').set({ connected: 0 }).where('connected', '=', 1).execute();
        }
        await insertNode(unit, id);
        await noteStart(unit, services, alone);
      }),
    leave: () =>
      write(async (unit) => {
        await noteAlive(unit, services);
        await deleteNode(unit, id);
      }),
    job: every(EVERY_MS, services.now, 'nodes', async () => {
      await write(async (unit) => {
        await noteAlive(unit, services);
        await renew(unit);
        await deleteSilentNodes(unit, shifted(unit.now, -GONE_MS));
      });
      let marked = 0;
      for (let some = SLICE; some === SLICE; marked += some) some = await markGone();
      return marked;
    }),
  };
}
