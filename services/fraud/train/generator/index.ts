import type { Sample } from '../corpora.js';
import { Chooser, filled } from './grammar.js';
import { generateMail } from './mail.js';
import { messageSlots } from './slots.js';
import { SMS_FRAUD, SMS_SPAM } from './sms-fraud.js';
import { SMS_CHAT, SMS_NOTICES } from './sms-legit.js';
import { MOBILE_MONEY_FRAUD, MOBILE_MONEY_LEGIT } from './sms-mobile-money.js';
import { WORLD_FRAUD, WORLD_LEGIT } from './sms-world.js';

/**
 * Generates messages of kinds that the older corpora do not contain; half of them are fraudulent. The same count and
 * seed give the same messages.
 */
export function generate(type: 'email' | 'sms', count: number, seed: number): Sample[] {
  const chooser = new Chooser(seed);
  return Array.from({ length: count }, (_, at) => {
    const fraud = at % 2 === 0;
    return type === 'email' ? generateMail(chooser, fraud) : generateText(chooser, fraud);
  });
}

function generateText(chooser: Chooser, fraud: boolean): Sample {
  const list = listOf(chooser, fraud);
  let content = filled(chooser.of(list), messageSlots(chooser), chooser).replace(/ {2,}/g, ' ').trim();
  // Both classes get the same variations in style, so that style does not reveal the class.
  if (chooser.chance(8)) content = content.toLowerCase();
  else if (chooser.chance(3)) content = content.toUpperCase();
  if (chooser.chance(6)) content = content.replace(/\byou\b/gi, 'u').replace(/\byour\b/gi, 'ur');
  if (chooser.chance(5)) content = content.replace(/[.,!?]/g, ' ');
  return { content, fraud, kind: fraud ? 'made/fraud' : 'made/legitimate' };
}

function listOf(chooser: Chooser, fraud: boolean): readonly string[] {
  if (chooser.chance(6)) return fraud ? MOBILE_MONEY_FRAUD : MOBILE_MONEY_LEGIT;
  if (chooser.chance(30)) return fraud ? WORLD_FRAUD : WORLD_LEGIT;
  if (fraud) return chooser.chance(85) ? SMS_FRAUD : SMS_SPAM;
  return chooser.chance(70) ? SMS_NOTICES : SMS_CHAT;
}
