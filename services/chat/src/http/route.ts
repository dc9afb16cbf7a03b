import type { Readable } from 'node:stream';
import type { Static, TSchema } from 'typebox';
import type { App } from '../app.js';
import type { JointChange, WriteTx } from '../db/writer.js';
import type { Actor } from '../users/account.js';
import type { Parameters, Values } from './parameters.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Credentials of a route. `user`: Basic credentials under /api/v1, the cookie under /json. `user-or-cookie`: either of
 * them under both roots. `none`: credentials are ignored.
 */
export type RouteAuth = 'user' | 'user-or-cookie' | 'none';

/** A file part of a multipart body, read while it arrives. */
export interface IncomingFile {
  fieldName: string;
  /** Name as the client sent it, unchecked. */
  fileName: string;
  mimeType: string;
  stream: Readable;
}

/** Request of a change that can be combined with others. `actor` reads the caller's account inside the transaction. */
export interface Acted<Q> {
  request: Q;
  actor(tx: WriteTx): Promise<Actor>;
}

/** A request in the form that handlers get. */
export interface Call<P extends Parameters, Q extends Parameters, A extends RouteAuth, F> {
  readonly app: App;
  readonly user: A extends 'none' ? undefined : Actor;
  readonly params: Values<P>;
  readonly path: Values<Q>;
  /**
   * Name of the client program, at most 30 characters: the parameter `client`; without it, the product part of
   * User-Agent.
   */
  readonly clientName: string;
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string;
  /** Results of `onFile` for each file part, in order. */
  readonly files: F[];
  /**
   * Cookie that authenticated the caller, if any; a log-out or a change of the password can keep the cookie by its
   * hash.
   */
  readonly cookie: { hash: Uint8Array; csrf: string } | undefined;
  /**
   * Runs a change through the writer. The caller's account is read again inside the transaction, because its role may
   * have been revoked. With an Idempotency-Key, the result is stored in the same transaction. A repeated request gets
   * the stored result and does not run the change, so results must be plain JSON.
   *
   * `joint` combines the change with other changes of the same kind.
   */
  write<T, Q = never>(
    change: (tx: WriteTx, actor: A extends 'none' ? undefined : Actor) => Promise<T>,
    joint?: { kind: JointChange<Acted<Q>, T>; request: Q },
  ): Promise<T>;
  /**
   * Calls the listener when the client disconnects; immediately if it already has. Held polls end in this way. Returns
   * a function that removes the listener.
   */
  whenGone(listener: () => void): () => void;
  /** Sets a header of the answer, such as a cookie. */
  setHeader(name: string, value: string): void;
}

export interface Route<
  P extends Parameters = Parameters,
  Q extends Parameters = Parameters,
  R extends TSchema = TSchema,
  A extends RouteAuth = RouteAuth,
  F = unknown,
> {
  method: Method;
  /**
   * Path below the API root: `:name` matches one segment, and `*name` at the end matches the rest of the path, including
   * slashes.
   */
  path: string;
  auth: A;
  /** Minimum role of callers, which is checked before the handler and again inside `call.write`. */
  needs?: 'owner' | 'administrator' | 'moderator' | 'member';
  params: P;
  pathParams?: Q;
  /** Fields of a successful response, without the fields of the envelope. */
  returns: R;
  /** One sentence for the OpenAPI document. */
  summary: string;
  /** True if the route accepts an Idempotency-Key header. */
  creates?: boolean;
  /** Roots under which the route is served; both by default. `/json` alone is for pages with a cookie. */
  roots?: readonly ('/api/v1' | '/json')[];
  /** Receives the file parts as streams. Without this function, file parts are read and dropped. */
  onFile?: (file: IncomingFile, context: { app: App; user: Actor }) => Promise<F>;
  /** Body limit in bytes, if it differs from the default (for multipart bodies with files). */
  bodyLimit?: number;
  handler(call: Call<P, Q, A, F>): Promise<Static<R> | RawAnswer>;
}

/**
 * The members of a response as JSON text, without the outer braces. Events use it, because each event is serialised
 * once for all queues.
 */
export class RawAnswer {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type AnyRoute = Route<Parameters, Parameters, TSchema, RouteAuth, unknown>;

/** Defines a route; TypeScript infers the types of parameters, path and response from the definition. */
export function defineRoute<
  const P extends Parameters,
  R extends TSchema,
  A extends RouteAuth,
  const Q extends Parameters = Record<never, never>,
  F = never,
>(route: Route<P, Q, R, A, F>): AnyRoute {
  return route as unknown as AnyRoute;
}
