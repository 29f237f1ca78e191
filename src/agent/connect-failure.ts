// Sentences for a connection that was not made: the cause, and what to do about it.
import { isRecord } from './protocol.ts';

const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
const UNREACHABLE = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN']);
const UNKNOWN_HOST = new Set(['ENOTFOUND', 'EAI_AGAIN']);

/** An error with the text of its cause, such as the errors of sockets and TLS. */
interface Cause {
  readonly code: string;
  readonly message: string;
}

/** The request of the transport; the polling one puts the error of the socket in the place of its status text. */
const requestOf = (error: unknown): Record<string, unknown> =>
  isRecord(error) && isRecord(error['context']) ? error['context'] : {};

function causeOf(error: unknown): Cause {
  const { statusText } = requestOf(error);
  const cause = statusText instanceof Error ? statusText : error;
  const message = cause instanceof Error ? cause.message : String(cause);
  return { code: isRecord(cause) && typeof cause['code'] === 'string' ? cause['code'] : '', message };
}

/** One or two sentences on why socket.io could not connect to `server`, an origin. */
export function connectFailure(error: unknown, server: string): string {
  const { host, hostname } = new URL(server);
  const { status } = requestOf(error);
  if (typeof status === 'number' && status > 0)
    return `${host} answered with status ${status}, as Backwatch does not. Check --server, and the proxy in front of it.`;
  const { code, message } = causeOf(error);
  if (UNTRUSTED.has(code))
    return `The certificate of ${host} is not trusted by this machine (${message}). Put the certificate of its authority into a file, and start the client with NODE_EXTRA_CA_CERTS=FILE.`;
  if (code === 'CERT_HAS_EXPIRED') return `The certificate of ${host} has expired. Renew it on the server.`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate of ${host} is made out to another name. Give --server the name that it has, or renew it.`;
  if (code === 'EPROTO') return `${host} does not speak TLS. Check whether --server must begin with http://.`;
  if (code === 'ECONNREFUSED')
    return `${host} refuses the connection: the server is down, or --server names another port.`;
  if (UNKNOWN_HOST.has(code)) return `The name ${hostname} cannot be found. Check --server, and DNS on this machine.`;
  if (UNREACHABLE.has(code) || message === 'timeout')
    return `${host} does not answer. Check the network of this machine, and the firewalls on the way.`;
  return `${host}: ${message}.`;
}
