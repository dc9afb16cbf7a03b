import { composeLetter, type Letter } from '../mail/letter.js';
import type { Organization } from '../organization/settings.js';
import type { Account } from './account.js';

export function deactivationLetter(
  account: Account,
  organization: Organization,
  publicUrl: string,
  comment: string,
): Letter {
  return composeLetter(account.email, `Your account in ${organization.name} was deactivated`, [
    `Your account in ${organization.name} (${publicUrl}) was deactivated. You can no longer log in.`,
    ...(comment === '' ? [] : [`The administrators wrote:\n${comment}`]),
  ]);
}

export function passwordResetLetter(account: Account, organization: Organization, link: string): Letter {
  return composeLetter(account.email, `Choose a new password for ${organization.name}`, [
    `You can choose a new password for your account in ${organization.name} within one hour:`,
    link,
    'If you did not ask for this, ignore this mail: your password stays as it is.',
  ]);
}

export function firstPasswordLetter(
  account: Account,
  organization: Organization,
  link: string,
  days: number,
): Letter {
  return composeLetter(account.email, `Your account in ${organization.name}`, [
    `${organization.name} has moved, with your account and your messages. Choose a password within ${days} days:`,
    link,
    'Later, the log-in page sends such a link when you ask for it.',
  ]);
}

export function loginLetter(account: Account, organization: Organization, device: string): Letter {
  return composeLetter(account.email, `New login to ${organization.name}`, [
    `Your account in ${organization.name} was used from a new device: ${device}`,
    'If this was not you, change your password at once.',
  ]);
}
