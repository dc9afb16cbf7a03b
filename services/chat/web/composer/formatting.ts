/** Puts marks around the selection of a text area, or removes them. */
export function surround(box: HTMLTextAreaElement, before: string, after = before, sample = 'text'): void {
  const { selectionStart: start, selectionEnd: end, value } = box;
  const chosen = value.slice(start, end);
  const isMarked =
    value.slice(start - before.length, start) === before && value.slice(end, end + after.length) === after;
  if (isMarked) {
    box.setRangeText(chosen, start - before.length, end + after.length, 'select');
  } else {
    const text = chosen === '' ? sample : chosen;
    box.setRangeText(before + text + after, start, end, 'select');
    box.setSelectionRange(start + before.length, start + before.length + text.length);
  }
  changed(box);
}

/** Puts a mark at the start of each selected line. */
export function prefixLines(box: HTMLTextAreaElement, prefix: string): void {
  const { selectionStart, selectionEnd, value } = box;
  const start = value.lastIndexOf('\n', selectionStart - 1) + 1;
  const lines = value.slice(start, selectionEnd).split('\n');
  box.setRangeText(lines.map((line) => prefix + line).join('\n'), start, selectionEnd, 'end');
  changed(box);
}

/** Formats the selection as code within a line, or as a block for several lines. */
export function markCode(box: HTMLTextAreaElement): void {
  const chosen = box.value.slice(box.selectionStart, box.selectionEnd);
  if (chosen.includes('\n')) surround(box, '```\n', '\n```');
  else surround(box, '`', '`', 'code');
}

export function insert(box: HTMLTextAreaElement, text: string): void {
  box.setRangeText(text, box.selectionStart, box.selectionEnd, 'end');
  changed(box);
}

function changed(box: HTMLTextAreaElement): void {
  box.focus();
  box.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
