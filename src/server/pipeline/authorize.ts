// Authorization of a request: the anti-forgery token, the session or the key, and the permission that a call names.
import type { Call, May } from '#contract/define.ts';
import { may, type Rights } from '#contract/permissions.ts';
import type { Actor } from './actor.ts';
import type { Request } from './dispatch.ts';
import { ApiError, forbidden } from './errors.ts';
import type { Route } from './routes.ts';

/** Returns the 401 for a call that needs a session or a client key. */
export const unauthorized = () => new ApiError('E_UNAUTHORIZED', 'Sign in first.');

/** A path without a call is judged by its method, so that errors have one order. */
const needsTrust = (route: Route | null, method: string): boolean =>
  route ? route.call.changes && !route.call.byToken : method !== 'GET' && method !== 'HEAD';

/**
 * Only a client's own key stands for the anti-forgery token: no page of another site can show it for its visitor. Over a
 * socket the handshake was looked at.
 *
 * @throws ApiError E_CSRF, E_UNAUTHORIZED for a key that nobody has
 */
export function assertTrusted(route: Route | null, request: Request, actor: Actor | null): void {
  const { carrier, method, trusted, clientKey } = request;
  if (carrier === 'socket' || trusted || actor?.kind === 'client' || !needsTrust(route, method)) return;
  if (clientKey) throw unauthorized();
  throw new ApiError(
    'E_CSRF',
    'The anti-forgery token is missing or wrong. Send the XSRF-TOKEN cookie back as the X-XSRF-TOKEN header.',
  );
}

/** @throws ApiError E_OTHER_USER for a queued request of another user than the one who is signed in now */
export function assertOwnRequest({ userId }: Request, actor: Actor | null): void {
  if (userId === null || actor?.kind !== 'person' || actor.id === userId) return;
  throw new ApiError('E_OTHER_USER', 'Another user made this request before signing out.');
}

const isHeld = (who: May, rights: Rights): boolean =>
  who === 'session' || (who !== 'public' && who !== 'client' && may(rights, who));

/** @throws ApiError E_UNAUTHORIZED | E_FORBIDDEN | E_SOCKET_REQUIRED */
export function authorize(call: Call, actor: Actor | null, request: Request): void {
  if (call.carrier === 'socket' && request.carrier !== 'socket')
    throw new ApiError('E_SOCKET_REQUIRED', 'This call is only available over a socket.');
  if (call.may === 'public') return;
  if (!actor) throw unauthorized();
  if (actor.kind === 'client' ? call.client : actor.kind === 'person' && isHeld(call.may, actor.rights)) return;
  throw forbidden();
}
