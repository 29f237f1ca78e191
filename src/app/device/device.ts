// The device that the app runs on: platform, name, and whether the app is installed.
import { browserIn, systemIn } from '#contract/user-agent.ts';

export type Platform = 'iphone' | 'android' | 'desktop';

/** The parts of `navigator` that are read here. */
export interface Agent {
  userAgent: string;
  platform: string;
  maxTouchPoints: number;
}

/** iPhone and iPad are one platform here; an iPad calls itself a Mac, but a Mac has no touch. */
export function platformOf({ userAgent, platform, maxTouchPoints }: Agent): Platform {
  if (/iPhone|iPad|iPod/.test(userAgent) || (platform === 'MacIntel' && maxTouchPoints > 1)) return 'iphone';
  return /Android/.test(userAgent) ? 'android' : 'desktop';
}

/** True for an iPad, which counts as an iPhone. */
export const isTablet = (userAgent: string): boolean => /iPad|Macintosh/.test(userAgent);

/** The name of the device in a list of devices, without words of a language: "Chrome, Android", and with a model "Pixel 8, Chrome". */
export function deviceName(agent: Agent, model = ''): string {
  const browser = browserIn(agent.userAgent) ?? 'Browser';
  if (model !== '') return `${model}, ${browser}`.slice(0, 100);
  const tablet = platformOf(agent) === 'iphone' && isTablet(agent.userAgent);
  const system = tablet ? 'iPad' : systemIn(agent.userAgent);
  return system === undefined ? browser : `${browser}, ${system}`;
}

/** True if the page runs as an installed app. */
export const isStandalone = (): boolean =>
  (navigator as { standalone?: boolean }).standalone === true ||
  (window.matchMedia?.('(display-mode: standalone)').matches ?? false);

/** The platform this page runs on. */
export const thisPlatform = (): Platform => platformOf(navigator);

interface HighEntropy {
  getHighEntropyValues(hints: string[]): Promise<{ model?: string }>;
}

/** The name of this device. */
export async function thisName(): Promise<string> {
  const hints = (navigator as { userAgentData?: HighEntropy }).userAgentData;
  const model = await hints?.getHighEntropyValues(['model']).then(
    (values) => values.model,
    () => undefined,
  );
  return deviceName(navigator, model);
}
