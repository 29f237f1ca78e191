// A real provider of identities on this machine: signs in at once the person that the test names, and answers as
// scripted otherwise.
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Provider,
  type Adapter,
  type AdapterPayload,
  type ClientMetadata,
  type Configuration,
  type JWK,
} from 'oidc-provider';

export const CLIENT = { clientId: 'backwatch', clientSecret: 'a-secret-of-40-characters-and-some-more!' };

export interface Account {
  sub: string;
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
}

interface Opening {
  /** Beside what every client has. */
  client?: Partial<ClientMetadata>;
  more?: Configuration;
}
type Answering = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface IdentityProvider {
  issuer: string;
  /** The next person to sign in; null refuses. */
  account: Account | null;
  /** Every request, as `METHOD /path`. */
  asked: string[];
  /** Answers instead of the provider where it says that it did; null for the provider itself. */
  instead: Answering | null;
  /** From now on it answers as a provider, to a client that comes back to these addresses. */
  open(redirectUris: string[], opening?: Opening): void;
  /** Goes through sign-in as a browser with these cookies of the provider; answers what the app's address is called with. */
  walk(url: string, cookies?: Map<string, string>): Promise<Record<string, string>>;
  close(): Promise<void>;
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = { ...privateKey.export({ format: 'jwk' }), kid: 'test', alg: 'RS256', use: 'sig' } as JWK;

/** Listens at once; until `open` everything is answered 503. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const known = new Map<string, Account>();
  let provider: Provider | null = null;
  const server = createServer((request, response) => {
    made.asked.push(`${request.method} ${String(request.url).split('?')[0]}`);
    if (made.instead?.(request, response)) return;
    if (!provider) return void response.writeHead(503).end();
    if (request.url?.startsWith('/interaction/')) {
      if (made.account) known.set(made.account.sub, { ...made.account });
      void interact(provider, request, response, made.account);
    } else void provider.callback()(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const made: IdentityProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    account: null,
    asked: [],
    instead: null,
    open(redirectUris, opening = {}) {
      provider = new Provider(made.issuer, configuration(known, redirectUris, opening));
    },
    walk: (url, cookies = new Map()) => walk(url, cookies),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return made;
}

function configuration(known: Map<string, Account>, redirectUris: string[], opening: Opening): Configuration {
  const client: ClientMetadata = {
    client_id: CLIENT.clientId,
    ...(opening.client?.token_endpoint_auth_method === 'none' ? {} : { client_secret: CLIENT.clientSecret }),
    redirect_uris: redirectUris,
    ...opening.client,
  };
  return {
    clients: [client],
    adapter: keeping(new Map()),
    jwks: { keys: [key] },
    cookies: { keys: ['a key of the test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    features: { devInteractions: { enabled: false }, claimsParameter: { enabled: true } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 86_400 },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ ...known.get(id), sub: id }) }),
    // Nobody is asked whether this server may know the address.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: String(oidc.client?.clientId),
        accountId: String(oidc.session?.accountId),
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    ...opening.more,
  };
}

/** The provider's storage; its own in-memory one logs a warning. */
const keeping =
  (payloads: Map<string, AdapterPayload>) =>
  (model: string): Adapter => ({
    upsert: async (id, payload) => void payloads.set(`${model} ${id}`, payload),
    find: async (id) => payloads.get(`${model} ${id}`),
    findByUid: async (uid) => [...payloads.values()].find((one) => one.kind === model && one.uid === uid),
    findByUserCode: async () => undefined,
    consume: async (id) => void Object.assign(payloads.get(`${model} ${id}`) ?? {}, { consumed: 1 }),
    destroy: async (id) => void payloads.delete(`${model} ${id}`),
    async revokeByGrantId(grantId) {
      for (const [id, { grantId: its }] of payloads) if (its === grantId) payloads.delete(id);
    },
  });

async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  account: Account | null,
): Promise<void> {
  const result = account ? { login: { accountId: account.sub } } : { error: 'access_denied' };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

async function walk(from: string, cookies: Map<string, string>): Promise<Record<string, string>> {
  let url = new URL(from);
  for (let step = 0; step < 10; step += 1) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`stopped at ${url.pathname}: ${response.status} ${await response.text()}`);
    url = new URL(location, url);
    if (url.pathname === '/auth/oauthCallback') return Object.fromEntries(url.searchParams);
  }
  throw new Error('sent in a circle');
}
