import { badRequest } from '../http/errors.js';

export const MAX_FRAGMENT = 200;
export const MAX_NAME = 100;

/** Views that every client has. Users can pin these views, but cannot name them. */
const BUILT_IN = new Set([
  'inbox',
  'recent',
  'all',
  'narrow/is/starred',
  'narrow/has/reaction/sender/me',
  'reminders',
  'drafts',
  'narrow/is/mentioned',
  'scheduled',
]);

export function isBuiltIn(fragment: string): boolean {
  return BUILT_IN.has(fragment);
}

/** Throws unless the name fits the view: built-in views have no name, all other views need one. */
export function checkName(fragment: string, name: string | undefined): void {
  if (isBuiltIn(fragment)) {
    if (name !== undefined) throw badRequest('Built-in views cannot have a custom name.');
  } else if (name === undefined) {
    throw badRequest('Custom views must have a valid name.');
  }
}
