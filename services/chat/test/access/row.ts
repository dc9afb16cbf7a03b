import type { TestUser } from '../support/chat.js';
import type { Params } from '../support/client.js';

/** Request of one cell: the path below the root, and the parameters. */
interface Attempt {
  path: string;
  params?: Params;
}
export interface Row {
  /** Method and path, as the routes write them. */
  route: string;
  what?: string;
  /** One sign for each column: + allowed, - refused. */
  expected: string;
  refusal?: string;
  attempt: (caller: TestUser) => Promise<Attempt> | Attempt;
}

export const ADMINISTRATORS = '++----';
export const NO_GUESTS = '++++-+';
export const NO_GUESTS_NO_BOTS = '++++--';
export const principal = 'UNAUTHORIZED_PRINCIPAL';
