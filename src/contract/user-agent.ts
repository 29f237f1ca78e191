// The browser and the operating system in a User-Agent text. The first name that fits holds: most browsers claim to be others as well.

type Names = readonly (readonly [RegExp, string])[];

const browsers: Names = [
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: Names = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
];

const firstIn = (names: Names, userAgent: string): string | undefined =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Returns the name of the browser; undefined for an unknown one, and for other programs. */
export const browserIn = (userAgent: string): string | undefined => firstIn(browsers, userAgent);

/** Returns the name of the device or its operating system; undefined for an unknown one. */
export const systemIn = (userAgent: string): string | undefined => firstIn(systems, userAgent);
