// One caller on one connection that stays open: as little between the clock and the server as Node allows.
import { Agent, request, type IncomingHttpHeaders } from 'node:http';

export class Asker {
  readonly #origin: string;
  readonly #cookie: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  /** @param session the secret of a session's cookie */
  constructor(origin: string, session: string) {
    this.#origin = origin;
    this.#cookie = `bw_session=${session}`;
  }

  /** The parsed answer; throws where it is a refusal. */
  async get(path: string): Promise<unknown> {
    return JSON.parse((await this.#ask(path)).text);
  }

  /** How many rows a list has; throws where it is a refusal. */
  async total(path: string): Promise<number> {
    return Number((await this.#ask(path)).headers['x-total-count']);
  }

  #ask(path: string): Promise<{ text: string; headers: IncomingHttpHeaders }> {
    return new Promise((answered, failed) => {
      const options = { agent: this.#agent, headers: { cookie: this.#cookie } };
      const sent = request(`${this.#origin}${path}`, options, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => void parts.push(part));
        response.on('end', () => {
          const text = Buffer.concat(parts).toString();
          if (response.statusCode === 200) answered({ text, headers: response.headers });
          else failed(new Error(`${path}: ${response.statusCode} ${text.slice(0, 300)}`));
        });
      });
      sent.on('error', failed);
      sent.end();
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
