// The primary actions of a phone: where each is, and the target of the finger.
import type { Locator, Page } from 'playwright-core';

export interface TapIds {
  system: string;
  schedule: string;
}

export interface Tap {
  name: string;
  at: (ids: TapIds) => string;
  /** Brings the page to the moment before the tap; `round` counts from 0. */
  before?: (page: Page, round: number) => Promise<unknown>;
  target: (page: Page) => Locator;
  /** Present when the action is done. */
  done: (page: Page) => Locator;
}

const systems = (): string => '/admin/systems';
const alarms = (): string => '/admin/alarms';
const firstSystem = (page: Page): Locator => page.locator('[data-position] a').first();
const firstAlarm = (page: Page): Locator => page.locator('[data-rows] [data-row]').first();
const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first();
const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name }).first();
const tab = (name: RegExp) => (page: Page) => page.getByRole('navigation').last().getByRole('link', { name });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const hold = (row: Locator): Promise<void> => row.dispatchEvent('contextmenu');
const holdAlarm = async (page: Page): Promise<void> => {
  await hold(firstAlarm(page));
  await dialog(page).waitFor();
};
const rename = async (page: Page, round: number): Promise<void> => {
  const name = page.getByRole('textbox', { name: /^Name/ });
  await name.fill(`${await name.inputValue()} ${round}`);
};
const saved = (page: Page): Locator => page.getByText(/^Saved /).first();

/** Each changes no more than its own row, so that a round leaves enough for the next. */
export const taps: readonly Tap[] = [
  { name: 'opening a system', at: systems, target: firstSystem, done: button('Back') },
  { name: 'filtering a list', at: systems, target: button(/^OK/), done: (page) => page.locator('[aria-pressed=true]') },
  { name: 'opening the orders of a list', at: systems, target: button('Sort'), done: dialog },
  {
    name: 'choosing an order',
    at: systems,
    before: async (page) => {
      await button('Sort')(page).click();
      await dialog(page).waitFor();
    },
    target: (page) => dialog(page).getByRole('button', { name: /^Name/ }),
    done: firstSystem,
  },
  {
    name: 'selecting a system',
    at: systems,
    before: (page) => hold(firstSystem(page)),
    target: (page) => page.locator('[data-position]').nth(2),
    done: (page) => page.getByText('2 selected'),
  },
  { name: 'a new system', at: systems, target: button('New system'), done: heading('New system') },
  { name: 'opening More', at: () => '/', target: tab(/^More/), done: heading('More') },
  { name: 'opening Alarms', at: () => '/', target: tab(/^Alarms/), done: firstAlarm },
  { name: 'opening Systems', at: () => '/', target: tab(/^Systems/), done: firstSystem },
  { name: 'opening Watch', at: systems, target: tab(/^Watch/), done: (page) => page.getByRole('slider') },
  { name: 'searching everything', at: () => '/', target: button('Search everything'), done: dialog },
  { name: 'opening an alarm', at: alarms, target: firstAlarm, done: button('Back') },
  {
    name: 'acknowledging',
    at: alarms,
    target: button(/^Ack, /),
    done: (page) => page.getByText(/^Acknowledged /).first(),
  },
  {
    name: 'acknowledging in a sheet',
    at: alarms,
    before: holdAlarm,
    target: (page) => dialog(page).getByRole('button', { name: 'Acknowledge', exact: true }),
    done: (page) => page.getByText(/^Acknowledged /).first(),
  },
  {
    name: 'snoozing',
    at: alarms,
    before: holdAlarm,
    target: (page) => dialog(page).getByRole('button', { name: /^Snooze 1 h/ }),
    done: (page) => page.locator('[data-state=snoozed]').first(),
  },
  {
    name: 'saving a schedule',
    at: ({ schedule }) => `/admin/schedule/settings?id=${schedule}`,
    before: rename,
    target: button('Save schedule'),
    done: saved,
  },
  {
    name: 'saving a system',
    at: ({ system }) => `/admin/system/settings?id=${system}`,
    before: rename,
    target: button('Save system'),
    done: saved,
  },
  {
    name: 'the backups of a system',
    at: ({ system }) => `/admin/system?id=${system}`,
    target: (page) => page.getByRole('link', { name: 'Backups', exact: true }),
    done: (page) => page.locator('a[aria-current]', { hasText: 'Backups' }),
  },
  {
    name: 'signing in',
    at: () => '/auth/logout',
    before: async (page) => {
      await page.goto(new URL('/auth/login', page.url()).href);
      await page.getByRole('textbox', { name: 'Email' }).fill('alice@example.com');
      await page.getByRole('textbox', { name: 'Password' }).fill('correct-horse-battery');
    },
    target: button('Sign in'),
    done: (page) => page.locator('[data-state=enrolled]').first(),
  },
];
