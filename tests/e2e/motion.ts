// The motion of a page: every property that an animation or a transition of it changes.
import type { Page } from 'playwright-core';

type Recorded = { bwMotion?: Set<string> };

/** In a page, before its scripts: records the properties of every animation, however it is begun. */
export function recordMotion(): void {
  const names = new Set<string>();
  (globalThis as Recorded).bwMotion = names;
  const timing = ['offset', 'computedOffset', 'easing', 'composite'];
  const record = ({ effect }: Animation): void => {
    if (!(effect instanceof KeyframeEffect)) return;
    for (const name of effect.getKeyframes().flatMap((frame) => Object.keys(frame)))
      if (!timing.includes(name)) names.add(name);
  };
  const { animate } = Element.prototype;
  Element.prototype.animate = function (this: Element, ...args) {
    const animation = animate.apply(this, args);
    record(animation);
    return animation;
  };
  for (const event of ['animationstart', 'transitionrun'])
    addEventListener(event, () => document.getAnimations().forEach(record), true);
}

/** The properties that were changed in motion since the page was loaded. */
export const motionOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...((globalThis as Recorded).bwMotion ?? [])]);
