import { passwordProblem } from '@services/kit/passwords';
import { badRequest, roleTooLow } from '../http/errors.js';
import { lookAlike } from '../look-alikes.js';
import { isMailAddress } from '../mail/address.js';
import { normalName, unseenCharacter } from '../names.js';
import { type Account, ROLE, type Role } from './account.js';

export const MAX_NAME = 100;
/**
 * Characters that have a meaning in mentions or quotes. In a mention, a bar and a number name an account by its id.
 */
export const FORBIDDEN_IN_NAMES = /[*`\\>"@]|\|\s*\d/;

/** Returns the name to store; throws if it is invalid. */
export function checkedName(name: string): string {
  const trimmed = normalName(name);
  if (trimmed === '') throw badRequest('Name too short!');
  if ([...trimmed].length > MAX_NAME) throw badRequest(`Name too long! (limit: ${MAX_NAME} characters)`);
  if (FORBIDDEN_IN_NAMES.test(trimmed) || unseenCharacter(trimmed) !== undefined)
    throw badRequest('Invalid characters in name!');
  return trimmed;
}

/**
 * Throws if the name looks like another name. Two people may have the same name: pages also show their pictures, and
 * mentions contain their ids.
 */
export function requireOwnLooks(name: string, others: Iterable<string>): void {
  const other = lookAlike(name, others);
  if (other !== undefined) throw badRequest(`The name looks like the name of another user: ${other}`);
}

/** Returns the address to store; throws if it is invalid. */
export function checkedEmail(email: string): string {
  const trimmed = email.trim();
  if (!isMailAddress(trimmed)) throw badRequest('Invalid email address.');
  return trimmed;
}

export function checkedPassword(password: string, minLength: number): string {
  const problem = passwordProblem(password, minLength);
  if (problem !== undefined) throw badRequest(problem);
  return password;
}

/**
 * Throws unless the actor may manage the target: administrators manage everyone except owners, owners manage everyone.
 */
export function requireAuthorityOver(actor: Account, target: Account): void {
  if (target.role === ROLE.owner && actor.role !== ROLE.owner) throw roleTooLow('owner');
}

/** Throws unless the actor may give the target this role; `owners` is the number of active owners. */
export function checkRoleChange(actor: Account, target: Account, role: Role, owners: number): void {
  if (role === target.role) return;
  if ((role === ROLE.owner || target.role === ROLE.owner) && actor.role !== ROLE.owner)
    throw roleTooLow('owner');
  if (target.role === ROLE.guest && role <= ROLE.administrator)
    throw badRequest('Guests cannot be organization administrators');
  if (target.role === ROLE.owner && target.is_active && owners <= 1)
    throw badRequest('The owner permission cannot be removed from the only organization owner.');
}
