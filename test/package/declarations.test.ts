/** The package's TypeScript declarations are compiled as by a user. */
import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { buildAll, ENTRIES, ROOT } from './built.js';

beforeAll(async () => {
  expect(inject('buildFailure')).toBe('');
  await buildAll();
});

const STRICT: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  noEmit: true,
  // The compiler checks our declarations, too (no `skipLibCheck`).
  skipLibCheck: false,
};
const BROWSER = { lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'], types: [] };
const NODE = { lib: ['lib.es2023.d.ts'], types: ['node'] };

const CONSUMER = join(ROOT, 'consumer.ts');
/** Declarations of libraries are parsed once, for all programs. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/**
 * Compiles a file next to package.json, so that it can import the package by its own name.
 * @returns the errors in the file and in our declarations; errors in other declarations (@types/node
 * has one) are not ours
 */
function compile(text: string, options: ts.CompilerOptions): { program: ts.Program; errors: string[] } {
  const all = { ...STRICT, ...options };
  const host = ts.createCompilerHost(all);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => path === CONSUMER || fileExists(path);
  host.readFile = (path) => (path === CONSUMER ? text : readFile(path));
  host.getSourceFile = (path, ...rest) => {
    if (!path.includes('/node_modules/')) return getSourceFile(path, ...rest);
    if (!parsed.has(path)) parsed.set(path, getSourceFile(path, ...rest));
    return parsed.get(path);
  };
  const program = ts.createProgram([CONSUMER], all, host);
  const errors = ts
    .getPreEmitDiagnostics(program)
    .filter(({ file }) => file?.fileName.includes('/node_modules/') !== true)
    .map(({ file, messageText }) => {
      return `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
  return { program, errors };
}

describe('declarations', () => {
  it('compile in a page, without Node’s declarations', { timeout: 60_000 }, () => {
    const { errors } = compile(
      `import { type FileReport, memorySource, type Model, openModel, validate } from 'protomdl';
       import { blobSource, fileReaderSource, openHttp, openHttpNow } from 'protomdl/browser';
       import { Cursor } from 'protomdl/wire';
       export const report: FileReport = await validate(memorySource(new Uint8Array(4)), { maxPerCode: 5 });
       export const picked = (file: File): Promise<Model> => openModel(blobSource(file));
       export const now = (file: File): Promise<Model> => openModel(fileReaderSource(file));
       export const ranges = openHttpNow('/m', { request: () => new XMLHttpRequest() });
       const model = await openModel(await openHttp('https://example.org/model.hef'));
       export const name: string | undefined = model.root.networkGroups.at(0)?.networkGroupMetadata?.networkGroupName;
       export const tag: number = new Cursor(new Uint8Array(1)).tag;`,
      BROWSER,
    );
    expect(errors).toEqual([]);
  });

  it('compile in Node, without a page’s declarations', { timeout: 60_000 }, () => {
    const { errors } = compile(
      `import { validate } from 'protomdl';
       import { openFile, validateFile } from 'protomdl/node';
       import { type PageServer, servePage } from 'protomdl/view';
       export const page: PageServer = await servePage({ page: '.', files: [{ path: 'a.hef', name: 'a' }] });
       export const verdict: 'valid' | 'invalid' | 'unreadable' = (await validateFile('a.hef')).verdict;
       export const codes: string[] = (await validate(await openFile('a.hef'))).diagnostics.map(({ code }) => code);`,
      NODE,
    );
    expect(errors).toEqual([]);
  });

  it('reject wrong uses', { timeout: 60_000 }, () => {
    const { errors } = compile(
      `import { validate } from 'protomdl';
       const report = await validate('model.hef');
       report.verdict = 'valid';
       export const count: string = report.counts.error;`,
      NODE,
    );
    expect(errors).toHaveLength(3);
  });

  it('contain all exports, and only known types', { timeout: 60_000 }, async () => {
    const names = ENTRIES.map(({ name }) => name);
    const text = names.map((name, i) => `export * as entry${i} from '${name}';`).join('\n');
    const { program, errors } = compile(text, { ...NODE, lib: BROWSER.lib });
    expect(errors).toEqual([]);
    const checker = program.getTypeChecker();
    const consumer = checker.getSymbolAtLocation(program.getSourceFile(CONSUMER)!)!;
    for (const [i, name] of names.entries()) {
      const exported = checker.tryGetMemberInModuleExports(`entry${i}`, consumer)!;
      const symbols = checker.getExportsOfModule(checker.getAliasedSymbol(exported));
      const isValue = (symbol: ts.Symbol): boolean => {
        const isTypeOnly = symbol.declarations?.some(
          (declaration) => ts.isExportSpecifier(declaration) && ts.isTypeOnlyExportDeclaration(declaration),
        );
        if (isTypeOnly) return false;
        const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
        return (target.flags & ts.SymbolFlags.Value) !== 0;
      };
      const values = symbols.filter(isValue).map((symbol) => symbol.name);
      const types = symbols.filter((symbol) => !isValue(symbol)).map((symbol) => symbol.name);
      expect(values.sort()).toEqual(Object.keys(await import(/* @vite-ignore */ name)).sort());
      await expect(`${types.sort().join('\n')}\n`).toMatchFileSnapshot(
        `types-of-${name.replace('/', '-')}.txt`,
      );
    }
  });
});
