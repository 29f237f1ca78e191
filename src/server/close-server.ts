// The end of a server: what was asked is answered first, then the work ends, then every connection.
import type { FastifyInstance } from 'fastify';
import type { LiveServer } from './transport/socket/socket-data.ts';
import type { Scheduler } from './jobs/scheduler.ts';
import type { BackgroundTasks } from './pipeline/background-tasks.ts';
import type { InFlight } from './pipeline/in-flight.ts';
import type { EventBus, Store } from './db/engine.ts';
import type { Subscriptions } from './realtime/subscriptions.ts';
import type { MailPort } from './ports/mail.ts';
import type { SelfMonitor } from './monitoring/self-monitor.ts';

interface Parts {
  transports: { http: FastifyInstance; io: LiveServer; inFlight: InFlight; endMs: number };
  afterwards: BackgroundTasks;
  monitor: SelfMonitor;
  scheduler: Scheduler;
  mail: MailPort;
  live: { rooms: Subscriptions; eventBus: EventBus | null };
  nodes: { leave(): Promise<void> };
  store: Store;
}

export async function closeServer(parts: Parts): Promise<void> {
  const { transports, afterwards, monitor, scheduler, mail, live, nodes, store } = parts;
  // No more requests are taken, and those that are there are answered.
  await transports.inFlight.close(transports.endMs);
  await afterwards.idle();
  await monitor.stop();
  await scheduler.stop();
  mail.close();
  live.rooms.closing();
  await closeTransports(transports);
  await nodes.leave();
  await live.eventBus?.close();
  await store.close();
}

async function closeTransports({ http, io, endMs }: Parts['transports']): Promise<void> {
  const hanging = setTimeout(() => http.server.closeAllConnections(), endMs);
  await io.close();
  await http.close();
  clearTimeout(hanging);
}
