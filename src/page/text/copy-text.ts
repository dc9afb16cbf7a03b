/**
 * Copies a text to the clipboard. The browser may forbid it, as on a page that came over plain HTTP from
 * another host.
 * @returns the outcome for the reader: `offset copied`
 */
export async function copyText(what: string, text: string): Promise<string> {
  let isCopied = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    isCopied = copySelected(text);
  }
  return isCopied ? `${what} copied` : 'The browser does not let this page copy.';
}

/** Copies a text by selecting it, for browsers without a writable clipboard. */
function copySelected(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.className = 'unseen';
  document.body.append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } finally {
    area.remove();
  }
}
