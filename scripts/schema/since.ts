/** Marks in the schema: the runtime release that first had a field, an enum value or a message. */
import {
  type DescEnumValue,
  type DescExtension,
  type DescField,
  type DescFile,
  type DescMessage,
  type FileRegistry,
  getOption,
  hasOption,
} from '@bufbuild/protobuf';

/** A schema's marks. Undefined for members of the specification. */
export interface Marks {
  field(desc: DescField): string | undefined;
  value(desc: DescEnumValue): string | undefined;
  /** The mark of a message. It is only used for messages without fields. */
  message(desc: DescMessage): string | undefined;
}

type Marked = DescField | DescEnumValue | DescMessage;

// The types of options depend on the extension, of which only the name is known here.
const hasMark = hasOption as (desc: Marked, option: DescExtension) => boolean;
const markOf = getOption as (desc: Marked, option: DescExtension) => unknown;

const RELEASE = /^\d+\.\d+\.\d+$/;

/**
 * @param registry registry of proto/mdl.proto and proto/options.proto
 * @throws Error when the options are missing; marks throw it when they are not releases, or on a message with
 * fields
 */
export function marksOf(registry: FileRegistry): Marks {
  const read = (name: string) => {
    const option = registry.getExtension(name);
    if (option === undefined) throw new Error(`proto/options.proto has no option ${name}`);
    return (desc: Marked): string | undefined => {
      if (!hasMark(desc, option)) return undefined;
      const release = markOf(desc, option);
      if (typeof release !== 'string' || !RELEASE.test(release)) {
        throw new Error(`${desc.name}: ${name} is no release: ${String(release)}`);
      }
      return release;
    };
  };
  const message = read('message_since');
  return {
    field: read('since'),
    value: read('value_since'),
    message: (desc) => {
      const since = message(desc);
      if (since !== undefined && desc.fields.length > 0) {
        throw new Error(`${desc.name} has fields, and is as old as the oldest of them`);
      }
      return since;
    },
  };
}

/** Returns the texts of src/base/schema/fields-since.gen.ts and since.gen.ts: the marks as plain data. */
export function sinceModules(
  file: DescFile,
  marks: Marks,
): { readonly fields: string; readonly values: string } {
  const fields = file.messages.map(({ typeName, fields }) => {
    const inOrder = [...fields].sort((a, b) => a.number - b.number);
    return releasesText(
      typeName,
      inOrder.map((field) => [field.number, marks.field(field)]),
    );
  });
  const values = file.enums.map(({ typeName, values }) =>
    releasesText(
      typeName,
      values.map((value) => [value.number, marks.value(value)]),
    ),
  );
  return {
    fields: sinceModule('a field', 'FIELDS_SINCE', fields),
    values: sinceModule('a value of an enum', 'VALUES_SINCE', values),
  };
}

function sinceModule(what: string, name: string, lines: readonly string[]): string {
  return `// Generated from proto/mdl.proto by \`npm run generate\` (scripts/schema/generate.ts).

/** The first runtime release that had ${what}, for those that are not in the specification: by type and number. */
export const ${name}: Readonly<Record<string, Readonly<Record<number, string>>>> = {
${lines.join('')}};
`;
}

function releasesText(
  typeName: string,
  marked: readonly (readonly [number: number, since: string | undefined])[],
): string {
  const lines = marked.flatMap(([number, since]) => (since === undefined ? [] : [`${number}: '${since}'`]));
  return lines.length === 0 ? '' : `  ${typeName}: { ${lines.join(', ')} },\n`;
}
