// The name of a browser or program, from its own description: "Chrome on Android".

type Names = readonly (readonly [RegExp, string])[];

/** The first that fits: most claim to be the ones below them too. */
const programs: Names = [
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/curl\//, 'curl'],
  [/axios|node/i, 'A script'],
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
const firstIn = (names: Names, agent: string): string | undefined => names.find(([form]) => form.test(agent))?.[1];

/** Never empty. */
export function agentName(agent: string): string {
  const program = firstIn(programs, agent) ?? 'Something unknown';
  const system = firstIn(systems, agent);
  return system ? `${program} on ${system}` : program;
}
