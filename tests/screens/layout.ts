// A layout for pages that have none: they are drawn without a browser.
import { vi } from 'vitest';

/** Every element has this size, px, until `vi.restoreAllMocks`; scrolling does nothing. */
export function layOut(width: number, height = 800): void {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(height);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(width);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(width);
  Element.prototype.scrollTo = vi.fn();
  Element.prototype.scrollIntoView = vi.fn();
}
