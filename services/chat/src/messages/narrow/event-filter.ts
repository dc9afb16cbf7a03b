import { topicKey, isResolved } from '../../topics/topic.js';
import { NarrowError, type Term } from './terms.js';

/** What an event queue's narrow can look at: the payload of a message event. */
export interface NarrowedMessage {
  type: 'stream' | 'private';
  sender_id: number;
  sender_email: string;
  stream_id?: number;
  subject: string;
  display_recipient: string | readonly { id: number; email: string }[];
  flags: readonly string[];
}

export type EventFilter = (message: NarrowedMessage) => boolean;

/**
 * A queue's narrow as a test of one message event. Only operators that the event itself can answer are supported:
 * looking anything up at delivery would cost a query for each queue and message. Throws NarrowError for the others.
 */
export function eventFilter(terms: readonly Term[], self: { id: number }): EventFilter {
  const tests = terms.map((term) => {
    const test = eventTest(term, self);
    return term.negated ? (message: NarrowedMessage) => !test(message) : test;
  });
  return (message) => tests.every((test) => test(message));
}

function eventTest(term: Term, self: { id: number }): EventFilter {
  switch (term.operator) {
    case 'channel': {
      const { operand } = term;
      if (typeof operand === 'number') return (message) => message.stream_id === operand;
      const name = topicKey(operand);
      return ({ display_recipient: shown }) => typeof shown === 'string' && topicKey(shown) === name;
    }
    case 'topic': {
      const key = topicKey(term.operand);
      return (message) => message.type === 'stream' && topicKey(message.subject) === key;
    }
    case 'sender': {
      const operand = term.operand === 'me' ? self.id : term.operand;
      if (typeof operand === 'number') return (message) => message.sender_id === operand;
      return (message) => message.sender_email.toLowerCase() === operand.toLowerCase();
    }
    case 'dm':
      return sameDirectConversation(term.operand, self);
    case 'is':
      return isTest(term.operand);
    case 'in':
      if (term.operand === 'all') return () => true;
      break;
  }
  throw new NarrowError(`Operator '${term.operator}' is not supported for event queues`);
}

function isTest(operand: string): EventFilter {
  switch (operand) {
    case 'dm':
      return (message) => message.type === 'private';
    case 'resolved':
      return (message) => message.type === 'stream' && isResolved(message.subject);
    case 'unread':
      return (message) => !message.flags.includes('read');
    case 'starred':
      return (message) => message.flags.includes('starred');
    case 'alerted':
      return (message) => message.flags.includes('has_alert_word');
    case 'mentioned':
      return ({ flags }) => flags.includes('mentioned') || flags.includes('wildcard_mentioned');
    default:
      throw new NarrowError(`Operand '${operand}' of 'is' is not supported for event queues`);
  }
}

function sameDirectConversation(operand: readonly string[] | readonly number[], self: { id: number }): EventFilter {
  const wanted = new Set(operand.map((who) => (typeof who === 'string' ? who.toLowerCase() : who)));
  return ({ display_recipient: people }) => {
    if (typeof people === 'string') return false;
    const named = ({ id, email }: { id: number; email: string }) => wanted.has(id) || wanted.has(email.toLowerCase());
    const others = people.filter((person) => person.id !== self.id);
    const selfNamed = people.some((person) => person.id === self.id && named(person));
    return others.every(named) && wanted.size === others.length + (selfNamed ? 1 : 0);
  };
}
