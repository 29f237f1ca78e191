// The time zone of the device: it follows a device that travels, unless the account has its own.
// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { reader, setAccountZone } from '#app/device/reader.ts';

const deviceIn = (timeZone: string) =>
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ timeZone } as never);

afterEach(() => vi.restoreAllMocks());

test('the zone of the device is read again when the app is looked at again', () => {
  let account = '';
  setAccountZone(() => account);
  deviceIn('Europe/Berlin');
  expect(reader().timeZone).toBe('Europe/Berlin');
  deviceIn('America/Lima');
  expect(reader().timeZone).toBe('Europe/Berlin');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(reader().timeZone).toBe('America/Lima');
  account = 'Asia/Tokyo';
  expect(reader().timeZone).toBe('Asia/Tokyo');
});
