/** @typedef {{ code: string, title: string, class?: string, meaning?: string }} Label */

/** @typedef {{ title: string, type: 'sms' | 'email' | 'phone', content: string }} Example */

/** @type {Map<string, Label>} */
const labels = new Map();

/** Invented messages: their hosts end in .example, or are known to belong to no one. @type {Example[]} */
export const examples = [];

/** The service's lessons by topic. @type {{ topic: string, title: string }[]} */
export const lessons = [];

/** Reads titles and meanings of indicators and payment rules, and the examples. Without titles, the page shows codes. */
export async function loadTexts() {
  const load = async (/** @type {string} */ name) => (await fetch(`/page/${name}`)).json();
  try {
    const { indicators, rules, lessons: titles } = await load('labels.json');
    lessons.push(...titles);
    for (const label of [...indicators, ...rules]) labels.set(label.code, label);
    examples.push(...(await load('examples.json')));
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
