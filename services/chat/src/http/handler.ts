import type { ServerResponse } from 'node:http';
import { once, type Repeatable } from '@services/kit/repeats';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { requireRole } from '../access/permissions.js';
import type { App } from '../app.js';
import type { JointChange, WriteTx } from '../db/writer.js';
import type { Actor } from '../users/account.js';
import { type Authenticated, authenticate } from './auth.js';
import { readParameters } from './body.js';
import { decodeParameters, decodePath, type RawParameters } from './decode.js';
import { digestOf } from './digest.js';
import { sendAnswer } from './envelope.js';
import { accountDeactivated, badRequest, rateLimited, tooLarge, unauthorized } from './errors.js';
import type { LimitState } from './limits.js';
import { type Acted, type AnyRoute, RawAnswer } from './route.js';
import type { ApiRoot } from './server.js';

const MAX_CLIENT_NAME = 30;
const MAX_IDEMPOTENCY_KEY = 255;

/** Callers, which are authenticated before the body is read. */
const callers = new WeakMap<FastifyRequest, Authenticated>();

/**
 * Returns the two parts of a route: the first checks credentials and rate limits before the body is read, and the
 * second handles the request.
 */
export function routeHandler(app: App, route: AnyRoute, root: ApiRoot) {
  const accept = {
    basic: root === '/api/v1' || route.auth === 'user-or-cookie',
    cookie: root === '/json' || route.auth === 'user-or-cookie',
  };
  const rest = /\*(\w+)$/.exec(route.path)?.[1];
  const checkAnswer = app.config.checkAnswers ? answerCheck(route.returns) : undefined;

  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (route.auth === 'none') return limit(reply, await app.limits.take('address', request.ip));
    try {
      const caller = await authenticate(app, request, accept);
      callers.set(request, caller);
      request.userId = caller.account.id;
      limit(reply, await app.limits.take('user', caller.account.id));
    } catch (error) {
      // Requests with an invalid key are limited by address, so that keys cannot be guessed; requests with a valid key
      // are not counted.
      if (callers.get(request) === undefined) limit(reply, await app.limits.take('address', request.ip));
      throw error;
    }
    if (route.needs !== undefined) requireRole(callers.get(request)!.account, route.needs);
    if (route.onFile !== undefined) checkAnnouncedLength(app, route, request);
  };

  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const caller = callers.get(request);
    const path = decodePath(route.pathParams ?? {}, pathSegments(rest, request));
    const files: unknown[] = [];
    const { onFile } = route;
    const raw = await readParameters(
      request,
      onFile === undefined
        ? undefined
        : async (file) => {
            files.push(await onFile(file, { app, user: caller!.account }));
          },
      onFile === undefined ? 10 * 1024 * 1024 : app.config.maxFileUploadMib * 1024 * 1024,
    );
    const { values, ignored } = decodeParameters(route.params, raw);
    const answer = await route.handler(
      new Received(app, route, request, reply, { caller, raw, params: values, path, files }) as AnyCall,
    );
    if (checkAnswer !== undefined) checkAnswer(answer);
    return sendAnswer(reply, answer as object, ignored);
  };

  return { onRequest, handler };
}

type AnyCall = Parameters<AnyRoute['handler']>[0];

interface Parts {
  caller: Authenticated | undefined;
  raw: RawParameters;
  params: Record<string, unknown>;
  path: Record<string, unknown>;
  files: unknown[];
}

/**
 * The request that handlers receive. Getters compute the values that few routes need. They are getters of a class:
 * with getters in an object literal, V8 would store each object as a dictionary, and only major garbage collections
 * would free the object and its request. The object literal took a third of the time of a short request.
 */
class Received {
  readonly app: App;
  readonly params: Record<string, unknown>;
  readonly path: Record<string, unknown>;
  readonly files: unknown[];
  readonly #route: AnyRoute;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #caller: Authenticated | undefined;
  readonly #raw: RawParameters;

  constructor(app: App, route: AnyRoute, request: FastifyRequest, reply: FastifyReply, parts: Parts) {
    this.app = app;
    this.params = parts.params;
    this.path = parts.path;
    this.files = parts.files;
    this.#route = route;
    this.#request = request;
    this.#reply = reply;
    this.#caller = parts.caller;
    this.#raw = parts.raw;
  }

  get user(): Actor | undefined {
    return this.#caller?.account;
  }
  get cookie() {
    return this.#caller?.cookie;
  }
  get clientName(): string {
    return clientName(this.#request, this.#raw);
  }
  get requestId(): string {
    return this.#request.id;
  }
  get address(): string {
    return this.#request.ip;
  }
  get userAgent(): string {
    return this.#request.headers['user-agent'] ?? '';
  }
  get whenGone() {
    const { raw } = this.#reply;
    return (listener: () => void) => whenGone(raw, listener);
  }
  get setHeader() {
    const reply = this.#reply;
    return (name: string, value: string) => void reply.header(name, value);
  }
  get write() {
    const repeat = repeatKey(this.#route, this.#request, this.user, this.#raw);
    return writing(this.app, this.#route, this.user, repeat);
  }
}

function whenGone(answer: ServerResponse, listener: () => void): () => void {
  if (answer.destroyed) listener();
  else answer.once('close', listener);
  return () => answer.off('close', listener);
}

/** Maximum number of bytes by which a form may exceed the length of its file. */
const FORM_BYTES = 65_536;

/** Refuses a body that is too large by its header, before any part of the body is read. */
function checkAnnouncedLength(app: App, route: AnyRoute, request: FastifyRequest): void {
  const most = Math.min(
    route.bodyLimit ?? Number.POSITIVE_INFINITY,
    app.config.maxFileUploadMib * 1024 * 1024 + FORM_BYTES,
  );
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge('The file is too large');
}

function limit(reply: FastifyReply, state: LimitState): void {
  reply
    .header('x-ratelimit-limit', state.limit)
    .header('x-ratelimit-remaining', state.remaining)
    .header('x-ratelimit-reset', Math.ceil((Date.now() + state.resetMs) / 1000));
  if (!state.allowed) throw rateLimited(state.resetMs);
}

/** @param rest name of the parameter for the rest of the path, if the route has one */
function pathSegments(rest: string | undefined, request: FastifyRequest): Record<string, string> {
  const segments = request.params as Record<string, string>;
  return rest === undefined ? segments : { ...segments, [rest]: segments['*'] ?? '' };
}

/** Returns the product part of User-Agent, such as `ZulipPython` for `ZulipPython/0.9.1 (Linux)`. */
function clientName(request: FastifyRequest, raw: RawParameters): string {
  const given = raw.get('client');
  const name =
    given !== undefined && 'text' in given
      ? given.text
      : /^[^\s/]+/.exec(request.headers['user-agent'] ?? '')?.[0];
  const clean = (name ?? '')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, MAX_CLIENT_NAME);
  return clean === '' ? 'Unspecified' : clean;
}

/**
 * Returns `call.write`, which reads the caller's account again inside the transaction, and recognises a repeated
 * request that creates something.
 */
function writing(app: App, route: AnyRoute, caller: Actor | undefined, repeat: Repeatable | undefined) {
  return <T, Q>(
    change: (tx: WriteTx, actor: Actor) => Promise<T>,
    joint?: { kind: JointChange<Acted<Q>, T>; request: Q },
  ): Promise<T> => {
    if (caller === undefined) return app.write((tx) => change(tx, undefined as unknown as Actor));
    const actor = (tx: WriteTx) => currentActor(tx, caller.id, route);
    const alone = async (tx: WriteTx) => {
      const by = await actor(tx);
      return repeat === undefined
        ? change(tx, by)
        : (await once(tx, repeat, tx.now, () => change(tx, by))).answer;
    };
    // A request that may be repeated is not combined with other requests, because its key has to be looked up.
    if (joint === undefined || repeat !== undefined) return app.write(alone);
    return app.write(alone, { kind: joint.kind, request: { request: joint.request, actor } });
  };
}

async function currentActor(tx: WriteTx, id: number, route: AnyRoute): Promise<Actor> {
  const actor = await tx.directory.account(id);
  if (actor === undefined) throw unauthorized();
  if (!actor.is_active) throw accountDeactivated();
  if (route.needs !== undefined) requireRole(actor, route.needs);
  return actor;
}

function repeatKey(
  route: AnyRoute,
  request: FastifyRequest,
  caller: Actor | undefined,
  raw: RawParameters,
): Repeatable | undefined {
  const header = request.headers['idempotency-key'];
  if (!route.creates || caller === undefined || typeof header !== 'string' || header === '') return undefined;
  if (header.length > MAX_IDEMPOTENCY_KEY)
    throw badRequest(`Idempotency-Key is too long (limit: ${MAX_IDEMPOTENCY_KEY} characters)`);
  const parameters = [...raw].sort(([a], [b]) => (a < b ? -1 : 1));
  const target = `${route.method} ${route.path} ${JSON.stringify(request.params)}`;
  return { userId: caller.id, key: `header:${header}`, digest: digestOf(target, JSON.stringify(parameters)) };
}

/** Throws if a response does not match the route's schema, so that tests find the difference. */
function answerCheck(schema: TSchema): (answer: unknown) => void {
  let compiled: Validator | undefined;
  const { properties = {}, additionalProperties } = schema as {
    properties?: object;
    additionalProperties?: unknown;
  };
  const known = new Set(Object.keys(properties));
  return (answer) => {
    const value: unknown =
      answer instanceof RawAnswer ? JSON.parse(`{${answer.text}}`) : JSON.parse(JSON.stringify(answer));
    compiled ??= Compile(schema) as Validator;
    if (!compiled.Check(value))
      throw new Error(
        `The answer differs from its schema: ${JSON.stringify(compiled.Errors(value).slice(0, 3))}`,
      );
    const extra =
      additionalProperties === true ? [] : Object.keys(value as object).filter((name) => !known.has(name));
    if (extra.length > 0)
      throw new Error(`The answer has fields that its schema does not know: ${extra.join(', ')}`);
  };
}
