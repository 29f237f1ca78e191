// A large installation through its lists: a page of a hundred rows of each, as the app asks for it and as others may.
import type { Fleet } from './fleet.ts';
import { withFleet } from './fleet-once.ts';
import type { ServerProcess } from './server-process.ts';
import { startBare } from './machine.ts';
import { Asker } from './asker.ts';
import { median, quantile, type Figure } from './table.ts';

const READS = Number(process.env.BENCH_READS ?? 60);
const PAGE_MS = 50;
const HEALTH_MS = 200;

const where = (terms: object): string => `where=${encodeURIComponent(JSON.stringify(terms))}`;
const sorted = (...keys: string[]): string => `sort=${encodeURIComponent(JSON.stringify(keys))}`;
const page = (noun: string, ...rest: string[]): string => `/api/${noun}?${['limit=100', ...rest].join('&')}`;

/** As deep as lists go. */
const DEEPEST = 10_000;

/** The middle of a list in every order, or as deep as it goes. */
const middles = (skip: number): string[] =>
  ['id', 'date', 'createdAt', 'size', 'file'].map((by) =>
    page('backup', sorted(`${by} DESC`), `skip=${Math.min(DEEPEST, skip)}`),
  );

/** Lists by the person who reads them. */
function listsOf({ sizes, system, linked }: Fleet): { everyone: string[]; engineer: string[] } {
  const worst = sorted('severity DESC', 'name ASC');
  const dayAgo = new Date(Date.now() - 86_400_000).toISOString();
  const monthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString();
  const backups = [
    page('backup'),
    page('backup', sorted('date DESC')),
    page('backup', sorted('createdAt DESC')),
    page('backup', sorted('size DESC')),
    page('backup', where({ system }), sorted('date DESC')),
    page('backup', where({ organizationId: linked[0] }), sorted('date DESC')),
    page('backup', where({ organizationId: linked[0], file: { contains: '1' } }), sorted('date DESC')),
    page('backup', where({ size: { '>': 0 } }), sorted('date DESC')),
    page('backup', where({ date: { '>': monthAgo } }), sorted('size DESC')),
    '/api/backup?limit=0',
    '/api/backup/recent',
  ];
  const systems = [
    page('system', worst),
    page('system', where({ attention: 0 }), worst),
    page('system', where({ health: 'overdue' }), worst),
    page(
      'system',
      where({ and: [{ or: [{ name: { contains: '77' } }, { organizationName: { contains: '77' } }] }] }),
      worst,
    ),
    page('system', sorted('lastBackup DESC', 'name ASC'), `skip=${Math.min(DEEPEST, Math.floor(sizes.systems / 2))}`),
  ];
  return {
    everyone: [
      ...backups,
      page('backup', where({ date: { '>': dayAgo } }), sorted('date DESC')),
      ...middles(sizes.backups / 2),
      page('system'),
      ...systems,
      page('system/alarms'),
      page('organization', sorted('name ASC')),
      page('alarm'),
      page('alarm', sorted('since DESC')),
      page('alarm', where({ resolvedAt: null }), sorted('since DESC')),
      page('user', sorted('email ASC')),
      ...['userorg', 'usergroup', 'group', 'fileset', 'schedule', 'retention', 'rpiclient', 'session'].map((noun) =>
        page(noun),
      ),
      page('fileset', where({ system }), sorted('description ASC')),
      page('activity'),
      page('activity', where({ model: 'system', object: system })),
      page('scanresult/manual-scans'),
    ],
    engineer: [
      ...backups,
      // His organizations hold a twentieth.
      ...middles(sizes.backups / 40),
      ...systems,
      page('alarm', sorted('since DESC')),
      page('fileset'),
    ],
  };
}

interface Taken {
  p50: number;
  p99: number;
  /** Processor time of the server for one, milliseconds. */
  cpu: number;
}

async function take(server: ServerProcess, asker: Asker, path: string, reads: number): Promise<Taken> {
  await asker.get(path);
  const before = await server.cpuMs();
  const times: number[] = [];
  for (let read = 0; read < reads; read += 1) {
    const begun = performance.now();
    await asker.get(path);
    times.push(performance.now() - begun);
  }
  return { p50: median(times), p99: quantile(times, 0.99), cpu: ((await server.cpuMs()) - before) / reads };
}

/** The time of an empty page here: from a server that does nothing, by the same route. */
async function bareP99(): Promise<string> {
  const bare = await startBare();
  const asker = new Asker(new URL(bare.url).origin, '');
  try {
    const times: number[] = [];
    for (let read = 0; read < READS; read += 1) {
      const begun = performance.now();
      await asker.get('/');
      times.push(performance.now() - begun);
    }
    return `a server that does nothing: p99 ${quantile(times, 0.99).toFixed(1)} ms`;
  } finally {
    asker.close();
    bare.stop();
  }
}

const format = ({ p50, cpu }: Taken): string => `p50 ${p50.toFixed(1)} ms, processor ${cpu.toFixed(1)} ms`;

export const largeLists = (): Promise<Figure[]> =>
  withFleet({}, async (server, fleet) => {
    const { everyone, engineer } = listsOf(fleet);
    const bare = await bareP99();
    const figures: Figure[] = [];
    for (const [who, cookie, paths] of [
      ['all', fleet.cookies.watchers[0] ?? '', everyone],
      ['some', fleet.cookies.engineer, engineer],
    ] as const) {
      const asker = new Asker(server.origin, cookie);
      for (const path of paths) {
        const taken = await take(server, asker, path, READS);
        const name = `${who}: ${decodeURIComponent(path.replace('/api/', '').replace('limit=100', '100'))}`;
        figures.push({ name, how: format(taken), value: taken.p99, unit: 'ms', goal: PAGE_MS, sense: 'atMost' });
      }
      asker.close();
    }
    const worst = figures.reduce((a, b) => (b.value > a.value ? b : a));
    return [
      ...figures,
      { ...worst, name: 'worst list page of 100, p99', how: `${READS} reads of each; ${bare}; it is ${worst.name}` },
      await peak(server, fleet),
    ];
  });

export const largeHealth = (): Promise<Figure[]> =>
  withFleet({}, async (server, fleet) => {
    const asker = new Asker(server.origin, fleet.cookies.watchers[0] ?? '');
    const figures: Figure[] = [];
    for (const path of ['/api/organization/health-status', '/api/organization/health', '/api/system/counts']) {
      const taken = await take(server, asker, path, Math.ceil(READS / 2));
      figures.push({
        name: `${path}, p99`,
        how: `${fleet.sizes.systems} systems; ${format(taken)}`,
        value: taken.p99,
        unit: 'ms',
        goal: HEALTH_MS,
        sense: 'atMost',
      });
    }
    asker.close();
    return [...figures, await peak(server, fleet)];
  });

/** The most memory that the server held. */
export async function peak(server: ServerProcess, { sizes }: Fleet): Promise<Figure> {
  return {
    name: 'memory of the server at its fullest',
    how: `VmHWM, ${sizes.backups.toLocaleString('en')} backups`,
    value: await server.peakMb(),
    unit: 'MB',
    goal: 600,
    sense: 'atMost',
  };
}
