import { passwordProblem } from '@services/kit/passwords';
import { badRequest, roleTooLow } from '../http/errors.js';
import { isMailAddress } from '../mail/address.js';
import { normalName, unseenCharacter } from '../names.js';
import { type Account, ROLE, type Role } from './account.js';

const MAX_NAME = 100;
/** Characters that have a meaning in mentions or in quoting; a number after a bar names an account there. */
const FORBIDDEN_IN_NAMES = /[*`\\>"@]|\|\s*\d/;

/** The name as it is stored; throws when it is none. */
export function checkedName(name: string): string {
  const trimmed = normalName(name);
  if (trimmed === '') throw badRequest('Name too short!');
  if ([...trimmed].length > MAX_NAME) throw badRequest(`Name too long! (limit: ${MAX_NAME} characters)`);
  if (FORBIDDEN_IN_NAMES.test(trimmed) || unseenCharacter(trimmed) !== undefined)
    throw badRequest('Invalid characters in name!');
  return trimmed;
}

/** The address as it is stored; throws when it is none. */
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

/** Administrators manage everybody but owners; owners manage everybody. */
export function requireAuthorityOver(actor: Account, target: Account): void {
  if (target.role === ROLE.owner && actor.role !== ROLE.owner) throw roleTooLow('owner');
}

/** Whether the role may change like that; `owners` are the active ones. */
export function checkRoleChange(actor: Account, target: Account, role: Role, owners: number): void {
  if (role === target.role) return;
  if ((role === ROLE.owner || target.role === ROLE.owner) && actor.role !== ROLE.owner)
    throw roleTooLow('owner');
  if (target.role === ROLE.guest && role <= ROLE.administrator)
    throw badRequest('Guests cannot be organization administrators');
  if (target.role === ROLE.owner && target.is_active && owners <= 1)
    throw badRequest('The owner permission cannot be removed from the only organization owner.');
}
