export const SCOPES = ['check', 'transactions', 'tokenize', 'chat', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** Default rights of a user. */
export const DEFAULT_SCOPES: readonly Scope[] = ['check', 'transactions', 'tokenize', 'chat'];

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}
