// What is used of autocannon, which has no types of its own.
declare module 'autocannon' {
  interface Client {
    setHeaders(headers: Record<string, string>): void;
    setBody(body: string): void;
  }
  interface Result {
    requests: { total: number };
    /** Milliseconds. */
    latency: { p99: number };
    non2xx: number;
    errors: number;
  }
  export default function autocannon(options: {
    url: string;
    method: string;
    connections: number;
    /** Seconds. */
    duration: number;
    body?: string;
    setupClient?(client: Client): void;
  }): Promise<Result>;
}
