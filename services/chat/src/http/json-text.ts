/** JSON with more levels is refused before it is parsed. Parameters of the service need at most 5 levels. */
export const MAX_JSON_DEPTH = 20;

/**
 * Returns the parsed value with well-formed strings, or undefined if the text is not JSON, is nested too deeply, or
 * contains a NUL.
 */
export function parseJson(text: string): unknown {
  if (tooDeep(text)) return undefined;
  try {
    return JSON.parse(text, (key, value: unknown) => {
      if (key.includes('\0') || key === '__proto__') throw new SyntaxError('key');
      if (typeof value !== 'string') return value;
      if (value.includes('\0')) throw new SyntaxError('NUL');
      return value.toWellFormed();
    });
  } catch {
    return undefined;
  }
}

function tooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === 92) i++;
      else if (code === 34) inString = false;
    } else if (code === 34) inString = true;
    else if (code === 91 || code === 123) {
      if (++depth > MAX_JSON_DEPTH) return true;
    } else if (code === 93 || code === 125) depth--;
  }
  return false;
}
