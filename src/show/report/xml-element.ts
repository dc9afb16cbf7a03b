/** Matches characters that an XML 1.0 document cannot contain, not even as references. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
const INVALID = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/gu;

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};

/**
 * An XML element on separate lines, which contains text or elements. The XML is well-formed for all values
 * and texts.
 */
export class XmlElement {
  readonly #children: XmlElement[] = [];
  #attributes = '';
  #text = '';

  constructor(
    readonly name: string,
    attributes: Readonly<Record<string, string | number>> = {},
  ) {
    this.set(attributes);
  }

  set(attributes: Readonly<Record<string, string | number>>): void {
    for (const [name, value] of Object.entries(attributes)) {
      // Line breaks and tabs are escaped, because readers would turn them into spaces.
      this.#attributes += ` ${name}="${escaped(value, /[&<"\t\n\r]/g)}"`;
    }
  }

  /** Sets the text of an element, which then cannot have child elements. */
  say(text: string): this {
    this.#text = escaped(text, /[&<>\r]/g);
    return this;
  }

  add(element: XmlElement): this {
    this.#children.push(element);
    return this;
  }

  /** @param indent indentation of the first line; lines of a text are not indented */
  written(indent: string): string {
    const { name } = this;
    const start = `${indent}<${name}${this.#attributes}`;
    if (this.#text !== '') return `${start}>${this.#text}</${name}>`;
    if (this.#children.length === 0) return `${start}/>`;
    const inner = this.#children.map((child) => `${child.written(`${indent}  `)}\n`).join('');
    return `${start}>\n${inner}${indent}</${name}>`;
  }
}

function escaped(value: string | number, special: RegExp): string {
  return String(value)
    .replace(INVALID, '\ufffd')
    .replace(special, (character) => REFERENCES[character] as string);
}
