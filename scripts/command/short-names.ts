import type { Plugin } from 'rolldown';

/**
 * Takes names of fields in code out of the schema's tables for the library, where they follow from those in the schema:
 * 1 KB of what bundling `validate` comes to, gzipped. The command keeps them, as making 349 of them takes time at every
 * start.
 */
export const withShortNames: Plugin = {
  name: 'with-short-names',
  transform(code, id) {
    if (!id.endsWith('/src/schema/mdl.gen.ts')) return null;
    const parameter = /^ {2}localName: string,$/m;
    if (!parameter.test(code)) throw new Error(`${id} has no names of fields in code`);
    const short = code
      .replace(
        parameter,
        '  localName: string = name.replace(/_+(\\w)/g, (_, first) => first.toUpperCase()),',
      )
      .replace(/\bf\((\d+), '(\w+)', '(\w+)'/g, (all, number, name, localName) =>
        inCode(name) === localName ? `f(${number}, '${name}', undefined` : all,
      );
    return { code: short };
  },
};

function inCode(name: string): string {
  return name.replace(/_+(\w)/g, (_, first: string) => first.toUpperCase());
}
