import type { Sample } from '../corpora.js';
import { Chooser, filled } from './grammar.js';
import { mailOf } from './mail.js';
import { messageSlots } from './slots.js';
import { SMS_FRAUD } from './sms-fraud.js';
import { SMS_CHAT, SMS_NOTICES } from './sms-legit.js';
import { WORLD_FRAUD, WORLD_LEGIT } from './sms-world.js';

/**
 * Generates messages of kinds that the older corpora do not contain; half of them are fraudulent. The same count and
 * seed give the same messages.
 */
export function generate(type: 'email' | 'sms', count: number, seed: number): Sample[] {
  const chooser = new Chooser(seed);
  return Array.from({ length: count }, (_, at) => {
    const fraud = at % 2 === 0;
    const text = generateText(chooser, fraud);
    return type === 'email' ? mailOf(text, chooser) : text;
  });
}

function fraudulent(chooser: Chooser): readonly string[] {
  return chooser.chance(65) ? WORLD_FRAUD : SMS_FRAUD;
}

// English has many honest messages in the corpora, but no notices and talk of these years with links.
function honest(chooser: Chooser): readonly string[] {
  if (chooser.chance(65)) return WORLD_LEGIT;
  return chooser.chance(70) ? SMS_NOTICES : SMS_CHAT;
}

function generateText(chooser: Chooser, fraud: boolean): Sample {
  const template = chooser.of(fraud ? fraudulent(chooser) : honest(chooser));
  let content = filled(template, messageSlots(chooser), chooser).replace(/ {2,}/g, ' ').trim();
  // Both classes get the same variations in style, so that style does not reveal the class.
  if (chooser.chance(8)) content = content.toLowerCase();
  else if (chooser.chance(3)) content = content.toUpperCase();
  if (chooser.chance(6)) content = content.replace(/\byou\b/gi, 'u').replace(/\byour\b/gi, 'ur');
  if (chooser.chance(5)) content = content.replace(/[.,!?]/g, ' ');
  return { content, fraud, kind: fraud ? 'made/fraud' : 'made/legitimate' };
}
