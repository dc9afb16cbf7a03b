import { orderedIdPattern } from '@services/kit/clock';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Static } from 'typebox';
import * as Type from 'typebox/type';
import type { RouteAccess } from '../auth/guard.js';
import { errorAnswers, strict, success } from './answers.js';
import { invalidRequest } from './api-error.js';

type Members = Type.TProperties;
type None = Record<never, never>;
type Values<M extends Members> = Static<Type.TObject<M>>;
type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type Request<Path extends string, P extends Members, Q extends Members, B extends Members> = FastifyRequest<{
  Params: Record<Names<Path>, string> & Values<P>;
  Querystring: Values<Q>;
  Body: Values<B>;
}>;

interface Description<P extends Members, Q extends Members> extends RouteAccess {
  summary: string;
  description?: string;
  /** Parameters of the path that have rules; the others are any text. */
  params?: P;
  query?: Q;
}

/** A route. Its schemas are its validation, its documentation and the types of its handler. */
interface Route<
  Path extends string,
  P extends Members,
  Q extends Members,
  B extends Members,
  A extends Members,
> extends Description<P, Q>,
    Pick<RouteShorthandOptions, 'bodyLimit'> {
  headers?: Members;
  body?: B;
  /** Members of a successful response, which has the status `success` as well. */
  answer: A;
  /** Status of a successful response; 200 by default. */
  code?: number;
  /** Statuses of errors that do not follow from the route's access and parameters. */
  errors?: readonly number[];
  handler(request: Request<Path, P, Q, B>, reply: FastifyReply): Promise<Values<A>>;
}

/** A route that returns pages of rows, newest first. */
interface Listing<Path extends string, P extends Members, Q extends Members, R, S extends Members>
  extends Description<P, Q> {
  /** Member of the response that holds the rows. */
  member: string;
  row: Type.TObject<S>;
  /** Member of a shown row with its id, and the prefix of these ids; `next_cursor` is the id of the last row. */
  id: keyof S & string;
  prefix: string;
  /** Returns the rows that are older than the row with the id `cursor`. */
  read(request: Request<Path, P, Q, Members>, place: Place): Promise<R[]>;
  show(row: R): Values<S> | Promise<Values<S>>;
}

export interface Place {
  cursor: string | undefined;
  limit: number;
}

/** Adds the routes of one part of the service, whose requests need the given access unless a route says otherwise. */
export class Routes {
  constructor(
    readonly server: FastifyInstance,
    readonly tag: string,
    readonly common: RouteAccess = {},
  ) {}

  get = this.#adder('GET');
  post = this.#adder('POST');
  delete = this.#adder('DELETE');

  list<Path extends string, R, S extends Members, P extends Members = None, Q extends Members = None>(
    url: Path,
    { member, row, id, prefix, read, show, query, ...route }: Listing<Path, P, Q, R, S>,
  ): void {
    const pattern = new RegExp(orderedIdPattern(prefix));
    this.get(url, {
      ...route,
      query: {
        cursor: Type.Optional(Type.String({ maxLength: 40, description: 'next_cursor of the page before' })),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
        ...query,
      },
      answer: { [member]: Type.Array(row), next_cursor: Type.Optional(Type.String()) },
      async handler(request) {
        const { cursor = '', limit } = request.query as { cursor?: string; limit: number };
        // An empty cursor means the first page.
        if (cursor !== '' && !pattern.test(cursor))
          throw invalidRequest('/querystring/cursor', 'must be the next_cursor of an earlier page');
        // If there is one row more than the page has, another page follows.
        const place = { cursor: cursor || undefined, limit: limit + 1 };
        const rows = await read(request as never, place);
        const page = await Promise.all(rows.slice(0, limit).map(show));
        const last = page.at(-1) as Record<string, string> | undefined;
        return { [member]: page, ...(rows.length > limit && last ? { next_cursor: last[id] } : {}) } as never;
      },
    });
  }

  #adder(method: 'GET' | 'POST' | 'DELETE') {
    return <
      Path extends string,
      A extends Members,
      P extends Members = None,
      Q extends Members = None,
      B extends Members = None,
    >(
      url: Path,
      route: Route<Path, P, Q, B, A>,
    ): void => {
      const { summary, description, params, query, body, headers, bodyLimit, code = 200 } = route;
      const { access = this.common.access, counts = this.common.counts } = route;
      const named = Object.fromEntries([...url.matchAll(/:(\w+)/g)].map(([, name]) => [name, Type.String()]));
      this.server.route({
        method,
        url,
        ...(bodyLimit ? { bodyLimit } : {}),
        config: { ...(access ? { access } : {}), ...(counts ? { counts } : {}) },
        schema: {
          tags: [this.tag],
          summary,
          ...(description ? { description } : {}),
          ...(access === 'public' ? { security: [] } : {}),
          ...(url.includes(':') ? { params: Type.Object({ ...named, ...params }) } : {}),
          ...(query ? { querystring: strict(query) } : {}),
          ...(headers ? { headers: Type.Object(headers) } : {}),
          ...(body ? { body: strict(body) } : {}),
          response: { [code]: success(route.answer), ...errorAnswers(...(route.errors ?? [])) },
        },
        async handler(request, reply) {
          reply.code(code);
          return { status: 'success', ...((await route.handler(request as never, reply)) as object) };
        },
      });
    };
  }
}
