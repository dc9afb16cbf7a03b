/** @typedef {{ code: string, title: string, class?: string, meaning?: string }} Label */

/** @type {Map<string, Label>} */
const labels = new Map();

/** Titles and meanings of indicators and payment rules. Without them, the page shows codes. */
export async function loadLabels() {
  try {
    const response = await fetch('/page/labels.json');
    const { indicators, rules } = await response.json();
    for (const label of [...indicators, ...rules]) labels.set(label.code, label);
  } catch {
    labels.clear();
  }
}

/**
 * @param {string} code
 * @returns {Label}
 */
export function labelOf(code) {
  return labels.get(code) ?? { code, title: code };
}
