// Scores of Lighthouse, for a phone, on a browser that was never here before.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { makeFleet, type Fleet } from './fleet.ts';
import { dropFolder, made, makeFolder, signIn, startServer } from './server-process.ts';
import { chrome } from '../browsers.ts';
import { addSession } from './phone.ts';
import { ROUNDS } from './phone-stage.ts';
import { median, type Figure } from './table.ts';

/** Not a dependency: it takes 185 MB, and every installation would fetch it. Later versions need Node 22. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const LONGEST_MS = 180_000;
const MOST_ATTEMPTS = 3;

const goals = { performance: 95, accessibility: 100, 'best-practices': 100 };
type Category = keyof typeof goals;
const categories = Object.keys(goals) as Category[];

interface Audit {
  id: string;
  score: number | null;
  displayValue?: string;
}

/** The used part of Lighthouse's report. */
interface Report {
  runtimeError?: { message: string };
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
}

interface Visit {
  name: string;
  path: string;
  signedIn: boolean;
}

async function reportOf(origin: string, fleet: Fleet, { path, signedIn }: Visit): Promise<Report> {
  const profile = await makeFolder();
  const context = await chromium.launchPersistentContext(profile, {
    ...chrome,
    args: [...chrome.args, '--remote-debugging-port=0'],
  });
  try {
    if (signedIn) await addSession(context, origin, fleet.cookies);
    const [port = ''] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
    const words = [
      LIGHTHOUSE,
      `${origin}${path}`,
      `--port=${port}`,
      '--output=json',
      '--output-path=stdout',
      '--quiet',
    ];
    const only = [`--only-categories=${categories.join(',')}`, '--no-enable-error-reporting'];
    const options = { maxBuffer: 100_000_000, timeout: LONGEST_MS };
    const { stdout } = await promisify(execFile)('npx', ['--yes', ...words, ...only], options);
    const report = JSON.parse(stdout) as Report;
    if (report.runtimeError) throw new Error(report.runtimeError.message);
    return report;
  } finally {
    await context.close();
    await dropFolder(profile);
  }
}

/** Now and then Lighthouse loses the beginning of its own trace, which says nothing about the page: it measures again. */
async function repeatedReport(origin: string, fleet: Fleet, visit: Visit): Promise<Report> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await reportOf(origin, fleet, visit);
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !String(error).includes('NO_NAVSTART')) throw error;
    }
}

/** The times of the page, or the audits that cost points. */
function reasonsOf({ audits, categories: scored }: Report, category: Category): string {
  if (category === 'performance') {
    const times = [
      'first-contentful-paint',
      'largest-contentful-paint',
      'total-blocking-time',
      'cumulative-layout-shift',
    ];
    return times.map((id) => `${id} ${audits[id]?.displayValue?.replaceAll('\u00a0', ' ')}`).join(', ');
  }
  const faults = scored[category].auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1);
  return `faults: ${faults.map(({ id }) => id).join(', ') || 'none'}`;
}

function figuresOf({ name }: Visit, reports: readonly Report[]): Figure[] {
  return categories.map((category) => {
    const scoreOf = (report: Report) => (report.categories[category].score ?? 0) * 100;
    const scores = reports.map(scoreOf);
    const middle = reports.find((report) => scoreOf(report) === median(scores));
    const spread = `${Math.min(...scores).toFixed(0)} to ${Math.max(...scores).toFixed(0)}`;
    return {
      name: `Lighthouse, mobile, ${name}, ${category}`,
      how: `median of ${scores.length}, ${spread}; ${middle && reasonsOf(middle, category)}; ${LIGHTHOUSE}`,
      value: median(scores),
      unit: '',
      goal: goals[category],
      sense: 'atLeast',
    };
  });
}

/** Performance, accessibility and best practices of the sign-in, Watch, the list of systems and the form of a schedule. */
export async function lighthouse(): Promise<Figure[]> {
  const folder = await makeFolder();
  const fleet = await makeFleet(folder, { organizations: 5, systems: 60, backups: 1800 });
  const server = await startServer(folder);
  try {
    const schedule = await made(await signIn(server.origin), '/schedule', { name: 'Bench', alarmAfter: 6 });
    const visits: readonly Visit[] = [
      { name: 'login', path: '/auth/login', signedIn: false },
      { name: 'Watch', path: '/', signedIn: true },
      { name: 'Systems', path: '/admin/systems', signedIn: true },
      { name: 'an edit form', path: `/admin/schedule/settings?id=${schedule}`, signedIn: true },
    ];
    const figures: Figure[] = [];
    for (const visit of visits) {
      const reports: Report[] = [];
      for (let round = 0; round < ROUNDS; round += 1) reports.push(await repeatedReport(server.origin, fleet, visit));
      figures.push(...figuresOf(visit, reports));
    }
    return figures;
  } finally {
    await server.stop();
    await dropFolder(folder);
  }
}
