// The types of the socket server: what is stored with each connection.
import type { DefaultEventsMap, Server, Socket } from 'socket.io';

/** The session of a connection when it joined its rooms. */
export interface HeldSession {
  id: string;
  user: string;
  /** An instant. */
  expiresAt: string;
}

/** Stored with each connection of this server. The first three are set before its first message is read. */
export interface SocketData {
  /** The address of the caller, as `networkOf` reads it. */
  ip: string;
  /** The opaque session id from the cookie; null where there is none. */
  sessionId: string | null;
  /** See `KnownBrowser`; null where there is no such cookie. */
  knownBrowser: string | null;
  /** Set with the rooms. */
  session?: HeldSession;
  /** True while it is in the rooms of its rights. */
  enrolled?: boolean;
  /** True where its user left the events on purpose. */
  declined?: boolean;
  /** The client that the connection speaks for. */
  client?: { model: 'organization' | 'system'; id: string };
}

type Events = DefaultEventsMap;
export type LiveServer = Server<Events, Events, Events, SocketData>;
export type LiveSocket = Socket<Events, Events, Events, SocketData>;

/** A connection in the rooms of its rights. */
export interface Enrolled {
  socket: LiveSocket;
  session: HeldSession;
}
