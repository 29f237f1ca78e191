// A provider of identities over openid-client: found at first use, and looked for anew after it was away.
import * as oidc from 'openid-client';
import { propertyOf } from '#server/unknown.ts';
import { ProviderFault, type Identity, type OpenIdPort } from './openid.ts';

/** Less than the app waits for an answer. */
const WAIT_MS = 6_000;
const SCOPE = 'openid email profile';
const MAX_SUBJECT = 255;

export interface OpenIdOptions {
  /** `https://`, or `http://` on this machine. */
  issuer: string;
  clientId: string;
  /** Null for a public client, which has PKCE alone. */
  clientSecret: string | null;
  /** The provider's name for people; default is its host. */
  name?: string | undefined;
  /** How long one use may take in all. */
  waitMs?: number;
}

export function openIdClient(options: OpenIdOptions): OpenIdPort {
  const { waitMs = WAIT_MS } = options;
  const server = new URL(options.issuer);
  let known: Promise<oidc.Configuration> | null = null;
  /** Runs `work` with the provider as it describes itself; what was known is forgotten where it does not answer. */
  const use = async <T>(work: (config: oidc.Configuration) => T | Promise<T>): Promise<T> => {
    try {
      return await inTime(waitMs, (known ??= discover(server, options, waitMs)).then(work));
    } catch (error) {
      const fault = faultOf(error);
      if (fault.kind === 'away') known = null;
      throw fault;
    }
  };
  return {
    name: options.name ?? server.host,
    start: (redirectUri, fresh) => use((config) => start(config, redirectUri, fresh)),
    finish: (callback, { state, nonce, verifier }) =>
      use(async (config) => {
        const tokens = await oidc.authorizationCodeGrant(config, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        return identityOf(config, tokens);
      }),
    logoutUrl: (idToken) =>
      use((config) =>
        config.serverMetadata().end_session_endpoint === undefined
          ? null
          : oidc.buildEndSessionUrl(config, { id_token_hint: idToken }).href,
      ),
  };
}

function discover(server: URL, { clientId, clientSecret }: OpenIdOptions, waitMs: number): Promise<oidc.Configuration> {
  // Only this machine speaks without TLS; settings that say otherwise are refused at the start.
  const plain = server.protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
  return oidc
    .discovery(server, clientId, undefined, authOf(clientSecret), {
      timeout: waitMs / 1000,
      execute: [...plain, oidc.enableNonRepudiationChecks],
    })
    .catch((error: unknown) => {
      throw new ProviderFault('away', `discovery: ${detailOf(error)}`);
    });
}

/** The way every provider takes, unless it says that it takes the other one only. */
function authOf(secret: string | null): oidc.ClientAuth {
  if (secret === null) return oidc.None();
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (as, ...request) => {
    const methods = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(as, ...request);
  };
}

async function start(config: oidc.Configuration, redirectUri: string, fresh: boolean) {
  const begun = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
  };
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: SCOPE,
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: 'S256',
    // With `max_age` the ID token must hold `auth_time`.
    ...(fresh && { prompt: 'login', max_age: '0' }),
  });
  return { url: url.href, begun };
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>;
type Claims = Readonly<Record<string, unknown>>;

async function identityOf(config: oidc.Configuration, tokens: Tokens): Promise<Identity> {
  const claims = tokens.claims();
  if (!claims || !tokens.id_token) throw new ProviderFault('refused', 'no ID token');
  if (claims.sub.length > MAX_SUBJECT || cleaned(claims.sub) !== claims.sub)
    throw new ProviderFault('refused', 'a subject of no proper form');
  // Address and its proof come from one source: together they describe one address.
  const whole = claims.email !== undefined && claims.email_verified !== undefined;
  const asks = !whole && config.serverMetadata().userinfo_endpoint !== undefined;
  const userInfo: Claims = asks ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : claims;
  const textOf = (key: string) => cleaned(userInfo[key] ?? claims[key]);
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: typeof userInfo.email === 'string' ? userInfo.email : '',
    // Some providers write their truths as text.
    emailVerified: userInfo.email_verified === true || userInfo.email_verified === 'true',
    givenName: textOf('given_name') || (textOf('family_name') ? '' : textOf('name')),
    familyName: textOf('family_name'),
    authenticatedAt: claims.auth_time ?? null,
    idToken: tokens.id_token,
  };
}

const cleaned = (value: unknown): string => (typeof value === 'string' ? value.replaceAll(/\p{Cc}/gu, ' ').trim() : '');

async function inTime<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ProviderFault('away', 'no answer in time')), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A provider that says these is unwell, whoever asks. */
const UNWELL = new Set(['server_error', 'temporarily_unavailable']);
/** The answer was well-formed, and does not prove the identity. */
const UNPROVEN = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
]);

/** The one place where the library's errors become ours. */
function faultOf(error: unknown): ProviderFault {
  if (error instanceof ProviderFault) return error;
  return new ProviderFault(isRefusal(error) ? 'refused' : 'away', detailOf(error));
}

function isRefusal(error: unknown): boolean {
  if (error instanceof oidc.AuthorizationResponseError) return !UNWELL.has(error.error);
  // Of the answers to a code only this one is about the code: the others are about this server.
  if (error instanceof oidc.ResponseBodyError) return error.error === 'invalid_grant';
  return error instanceof oidc.ClientError && UNPROVEN.has(error.code ?? '');
}

/** Words of the protocol and of the network only. What a message or a cause may hold is left out: codes, tokens, claims. */
function detailOf(error: unknown): string {
  const cause = propertyOf(error, 'cause');
  const found = [propertyOf(error, 'code'), propertyOf(error, 'error'), propertyOf(cause, 'code')];
  const words = found.filter((word) => typeof word === 'string' && /^[\w.-]{1,80}$/.test(word));
  return [...new Set(words)].join(' ') || 'unknown';
}
