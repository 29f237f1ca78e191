// The name of a browser or program, from its own description: "Chrome on Android".
import { browserIn, systemIn } from '#contract/user-agent.ts';

function programIn(agent: string): string | undefined {
  if (agent.includes('curl/')) return 'curl';
  return /axios|node/i.test(agent) ? 'A script' : undefined;
}

/** Never empty. */
export function agentName(agent: string): string {
  const program = browserIn(agent) ?? programIn(agent) ?? 'Something unknown';
  const system = systemIn(agent);
  return system ? `${program} on ${system}` : program;
}
