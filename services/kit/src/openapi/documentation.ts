/** The parts of an OpenAPI document that the page shows. */
export interface OpenApiDocument {
  info: { title: string; version: string; description?: string };
  paths?: Record<string, Record<string, Operation>>;
}

interface Operation {
  summary?: string;
  description?: string;
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: Schema }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: Schema }> }>;
}

interface Schema {
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  default?: unknown;
}

export const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; }
details { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .4rem; margin: .5rem 0; }
summary { cursor: pointer; padding: .5rem .75rem; overflow-wrap: anywhere; }
details > div { padding: 0 .75rem .75rem; overflow-x: auto; }
code { font-size: .95em; }
.method { display: inline-block; font-weight: 700; min-width: 4.5rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent); padding: .25rem .5rem .25rem 0;
  text-align: left; vertical-align: top; }
`;

/** Members of members are listed down to this depth. */
const MAX_DEPTH = 6;

/** Returns the page, which has no script. Each operation can be opened to show its parameters, body and responses. */
export function renderDocumentation(
  document: OpenApiDocument,
  stylePath: string,
  documentPath: string,
): string {
  const { title, version, description = '' } = document.info;
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => renderOperation(method, path, operation)),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${escapeHtml(stylePath)}">
</head>
<body>
<main>
<h1>${escapeHtml(title)} ${escapeHtml(version)}</h1>
<p>${escapeHtml(description)}</p>
<p>For programs: <a href="${escapeHtml(documentPath)}">OpenAPI 3.1</a></p>
${operations.join('\n')}
</main>
</body>
</html>
`;
}

function renderOperation(method: string, path: string, operation: Operation): string {
  const { summary = '', description = '', parameters = [], requestBody, responses = {} } = operation;
  const sections = [
    description === '' ? '' : `<p>${escapeHtml(description)}</p>`,
    renderRows(
      'Parameters',
      parameters.flatMap(({ name, in: place, required, schema, description: text }) => [
        row(`${name} (${place})`, required === true, schema ?? {}, text),
      ]),
    ),
    ...Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) =>
      renderRows(`Body, ${type}`, members(schema ?? {}, '', 0)),
    ),
    ...Object.entries(responses).map(([status, { description: text = '', content = {} }]) =>
      renderRows(
        `Answer ${status}${text === '' || text === 'Default Response' ? '' : `: ${text}`}`,
        Object.values(content).flatMap(({ schema }) => members(schema ?? {}, '', 0)),
      ),
    ),
  ];
  return `<details>
<summary><span class="method">${escapeHtml(method.toUpperCase())}</span> <code>${escapeHtml(path)}</code> ${escapeHtml(summary)}</summary>
<div>${sections.join('')}</div>
</details>`;
}

function renderRows(title: string, rows: string[]): string {
  if (rows.length === 0) return '';
  return `<h2>${escapeHtml(title)}</h2>
<table><thead><tr><th>Name</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** Returns a row for each member, followed by the rows of the members that it contains. */
function members(schema: Schema, prefix: string, depth: number): string[] {
  if (depth > MAX_DEPTH) return [];
  const required = new Set(schema.required ?? []);
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => [
    row(prefix + name, required.has(name), member, member.description),
    ...members(member, `${prefix}${name}.`, depth + 1),
  ]);
  const item =
    schema.items === undefined ? [] : members(schema.items, `${prefix}[].`.replace('.[]', '[]'), depth + 1);
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return [...own, ...item, ...choices.flatMap((choice) => members(choice, prefix, depth + 1))];
}

function row(name: string, isRequired: boolean, schema: Schema, description = ''): string {
  const initial = schema.default === undefined ? '' : ` Default: ${JSON.stringify(schema.default)}.`;
  const mark = isRequired ? ' <strong>required</strong>' : '';
  return `<tr><td><code>${escapeHtml(name)}</code>${mark}</td><td>${escapeHtml(typeOf(schema))}</td><td>${escapeHtml(description + initial)}</td></tr>`;
}

function typeOf(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map(typeOf).join(' | ');
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`;
  return (
    [schema.type ?? 'any'].flat().join(' | ') + (schema.format === undefined ? '' : ` (${schema.format})`)
  );
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
