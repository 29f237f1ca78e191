// How addresses of this machine are written.
import { isIPv6 } from 'node:net';

/** Whether a host stands for every address of the machine, and so is none that could be opened. */
export const isEverywhere = (host: string): boolean => host === '0.0.0.0' || /^[0:]+$/.test(host);

/** As an address names it. */
export const hostIn = (host: string): string => {
  if (isEverywhere(host)) return 'localhost';
  return isIPv6(host) ? `[${host}]` : host;
};
