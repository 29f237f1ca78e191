// The cost of a virtual request over a socket against the same call over HTTP: one after the other, on one server.
import { Line } from '#tests/test-clients.ts';
import { Asker } from './asker.ts';
import { withFleet } from './fleet-once.ts';
import { median, type Figure } from './table.ts';

const ASKED = Number(process.env.BENCH_READS ?? 60) * 5;
const GOAL = 1.3;

async function timed(times: number[] | null, ask: () => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  await ask();
  times?.push(performance.now() - begun);
}

export const carriers = (): Promise<Figure[]> =>
  withFleet({}, async ({ origin }, { cookies, system }) => {
    const session = cookies.watchers[0] ?? '';
    const asker = new Asker(origin, session);
    const line = await Line.open(origin, { cookie: `bw_session=${session}` });
    const figures: Figure[] = [];
    for (const path of [`/api/system/${system}`, '/api/schedule?limit=100', '/api/backup?limit=100']) {
      const [http, socket]: [number[], number[]] = [[], []];
      for (let asked = -20; asked < ASKED; asked += 1) {
        await timed(asked < 0 ? null : http, () => asker.get(path));
        await timed(asked < 0 ? null : socket, () => line.ask('GET', path));
      }
      figures.push({
        name: `socket against HTTP: ${path.replace(system, ':id')}`,
        how: `${ASKED} of each in turn, p50 ${median(socket).toFixed(2)} ms against ${median(http).toFixed(2)} ms`,
        value: median(socket) / median(http),
        unit: 'times',
        goal: GOAL,
        sense: 'atMost',
      });
    }
    line.close();
    asker.close();
    return figures;
  });
