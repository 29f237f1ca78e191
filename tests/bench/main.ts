// `npm run bench`: runs the measurements whose names were given, or all, and prints a table of figures and ratios.
import { cpus, totalmem } from 'node:os';
import { atRest, systemPage } from './at-rest.ts';
import { carriers } from './carriers.ts';
import { checkIns } from './check-ins.ts';
import { coldStart } from './cold-start.ts';
import { event } from './event.ts';
import { firstRows } from './first-rows.ts';
import { firstVisit } from './first-visit.ts';
import { dropFleet } from './fleet-once.ts';
import { heap } from './heap.ts';
import { largeHealth, largeLists } from './large.ts';
import { layoutShift } from './layout-shift.ts';
import { lighthouse } from './lighthouse.ts';
import { listCosts } from './list-costs.ts';
import { live } from './live.ts';
import { fixedWork, shareOfCpu } from './machine.ts';
import { persistedCache } from './persisted-cache.ts';
import { scroll } from './scroll.ts';
import { tapsToFeedback } from './taps.ts';
import { waiting } from './waiting.ts';
import { lineOf, type Figure } from './table.ts';

const measurements: Record<string, () => Promise<Figure[]>> = {
  'at-rest': atRest,
  'system-page': systemPage,
  'check-ins': checkIns,
  waiting,
  live,
  heap,
  'cold-start': coldStart,
  'first-visit': firstVisit,
  'persisted-cache': persistedCache,
  'first-rows': firstRows,
  scroll,
  taps: tapsToFeedback,
  'layout-shift': layoutShift,
  lighthouse,
  'large-lists': largeLists,
  'large-health': largeHealth,
  'list-costs': listCosts,
  carriers,
  event,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in measurements));
if (unknown.length > 0) {
  console.error(`No such measurement: ${unknown.join(', ')}. There are: ${Object.keys(measurements).join(', ')}.`);
  process.exit(2);
}
console.log(`${cpus().length} cores, ${(totalmem() / 1e9).toFixed(0)} GB, Node ${process.version}\n`);
let failed = 0;
for (const [name, measure] of Object.entries(measurements)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const share = (shareOfCpu() * 100).toFixed(0);
  console.log(
    `-- ${name}: a busy loop gets ${share} % of a core, a fixed piece of work takes ${fixedWork().toFixed(1)} ms`,
  );
  try {
    for (const figure of await measure()) console.log(lineOf(figure));
  } catch (error) {
    failed += 1;
    console.log(`FAIL  ${name}: ${error instanceof Error ? error.stack : error}`);
  }
}
await dropFleet();
process.exitCode = failed > 0 ? 1 : 0;
