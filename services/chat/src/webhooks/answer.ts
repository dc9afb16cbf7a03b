/** The response of a webhook: text for the bot to post, or nothing. */
export interface Answer {
  content?: string;
}

/**
 * Reads the body of a webhook's successful response. `content` is the text; `response_string` is its old name. Returns
 * undefined if the body does not follow this protocol.
 */
export function readAnswer(text: string): Answer | undefined {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (value === '') return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { response_not_required, content, response_string } = value as Record<string, unknown>;
  if (response_not_required === true) return {};
  const said = content ?? response_string;
  return typeof said === 'string' && said.trim() !== '' ? { content: said } : {};
}
