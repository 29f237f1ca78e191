// Chromium's own trace: which frames reached the screen during a scroll, and how long the main thread was busy.
import type { CDPSession } from 'playwright-core';

export type CdpSession = Pick<CDPSession, 'send' | 'on' | 'off' | 'once'>;

/** One event of the trace format. Times are in microseconds. */
export interface TraceEvent {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  /** Processor time of the thread. */
  tdur?: number;
  pid: number;
  tid: number;
  id2?: { local?: string };
  args: { name?: string; frame_reporter?: { state: string; scroll_state: string } };
}

/** Frames and main thread of one scroll. */
export interface ScrollTrace {
  /**
   * Frames a second that showed the scroll. Where the main thread was late, the compositor moved the rows that were there:
   * missing-rows.ts tells whether there were enough.
   */
  presented: number;
  /** Those that also had what the main thread added to them. */
  complete: number;
  /** Durations of the main thread's tasks in ms, longest first. */
  tasks: number[];
  /** The most processor time that one task took, in ms: without what other processes took from it. */
  cpu: number;
}

const CATEGORIES = [
  '__metadata',
  // RunTask of each thread.
  'disabled-by-default-devtools.timeline',
  // PipelineReporter: the outcome of each frame.
  'cc',
  'benchmark',
];

/** Records what all processes of the browser do while `work` runs. */
export async function trace(cdp: CdpSession, work: () => Promise<unknown>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => {
    for (const event of value) events.push(event as TraceEvent);
  };
  cdp.on('Tracing.dataCollected', collect);
  try {
    const traceConfig = { includedCategories: CATEGORIES };
    await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
    await work();
    const complete = new Promise<unknown>((ended) => cdp.once('Tracing.tracingComplete', ended));
    await cdp.send('Tracing.end');
    await complete;
  } finally {
    cdp.off('Tracing.dataCollected', collect);
  }
  return events;
}

interface Frame {
  pid: number;
  /** When it reached the screen. */
  at: number;
  /** False where the main thread's part was late and the compositor went on without it. */
  complete: boolean;
}

/** One frame has up to two reports: of the compositor's part, and of the main thread's where that was late. */
function scrollFrames(events: readonly TraceEvent[]): Frame[] {
  const open = new Map<string, TraceEvent>();
  const frames: Frame[] = [];
  for (const event of events.filter(({ name }) => name === 'PipelineReporter').toSorted((a, b) => a.ts - b.ts)) {
    const key = `${event.pid} ${event.id2?.local}`;
    if (event.ph === 'b') open.set(key, event);
    const report = event.ph === 'e' ? open.get(key)?.args.frame_reporter : undefined;
    if (!report || report.scroll_state === 'SCROLL_NONE' || !report.state.startsWith('STATE_PRESENTED_')) continue;
    frames.push({ pid: event.pid, at: event.ts, complete: report.state === 'STATE_PRESENTED_ALL' });
  }
  return frames;
}

/** @throws Error when the page did not scroll */
export function scrollTraceOf(events: readonly TraceEvent[]): ScrollTrace {
  const frames = scrollFrames(events);
  const [first, last] = [frames.at(0), frames.at(-1)];
  if (!first || !last || last.at === first.at) throw new Error('the page did not scroll');
  const seconds = (last.at - first.at) / 1e6;
  const rate = (some: readonly Frame[]) => new Set(some.map(({ at }) => at)).size / seconds;
  const tasks = mainTasks(events, first.pid);
  return {
    presented: rate(frames),
    complete: rate(frames.filter(({ complete }) => complete)),
    tasks: descending(tasks.map(({ dur = 0 }) => dur)),
    cpu: mostCpu(tasks),
  };
}

const descending = (micros: readonly number[]): number[] => micros.map((each) => each / 1000).toSorted((a, b) => b - a);

/** The most processor time that one task took, in ms. */
const mostCpu = (tasks: readonly TraceEvent[]): number => descending(tasks.map(({ tdur = 0 }) => tdur))[0] ?? 0;

/** The tasks of the main thread of a page's process; of every page, if `pid` is left out. */
function mainTasks(events: readonly TraceEvent[], pid?: number): TraceEvent[] {
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const threads = new Set(
    mains.filter((one) => pid === undefined || one.pid === pid).map((one) => `${one.pid} ${one.tid}`),
  );
  return events.filter((one) => one.name === 'RunTask' && threads.has(`${one.pid} ${one.tid}`));
}

/** The most processor time that one task of a page's main thread took, in ms. */
export const longestTaskCpu = (events: readonly TraceEvent[]): number => mostCpu(mainTasks(events));
