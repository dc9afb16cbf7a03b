/**
 * Puts a text onto the clipboard.
 * @returns false where the browser does not let us, as on a page that came over plain HTTP from elsewhere
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** As it was done before there was a clipboard to write to. */
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
