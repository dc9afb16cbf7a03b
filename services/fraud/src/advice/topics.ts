/** The eight topics of the advice, in the order in which the page shows them. */
export const TOPICS = [
  'budgeting',
  'saving',
  'credit',
  'debt',
  'investing',
  'retirement',
  'goals',
  'spending',
] as const;

export type Topic = (typeof TOPICS)[number];

export function isTopic(text: string): text is Topic {
  return (TOPICS as readonly string[]).includes(text);
}
