// Types of the used part of autocannon, which has none of its own.
declare module 'autocannon' {
  interface Request {
    headers?: Record<string, string>;
    body?: string;
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
    requests?: {
      /** Called before each request. */
      setupRequest(request: Request): Request;
    }[];
  }): Promise<Result>;
}
