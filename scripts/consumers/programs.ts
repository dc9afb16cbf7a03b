/** Programs like those of users. All programs print VERDICT for the file in their argument. */
export const VERDICT = 'valid 1 5.2.0\n';

/** Program for Node and compatible runtimes. */
export const ESM = `
  import { readFile } from 'node:fs/promises';
  import { openModel, RELEASES, validate } from 'protomdl';
  import 'protomdl/attack';
  import 'protomdl/browser';
  import 'protomdl/corpus';
  import 'protomdl/fuzz';
  import { validateFile } from 'protomdl/node';
  import 'protomdl/tools';
  import 'protomdl/view';
  import 'protomdl/wire';
  const path = process.argv[2];
  const bytes = new Uint8Array(await readFile(path));
  const { verdict } = await validate(bytes);
  if ((await validateFile(path)).verdict !== verdict) throw new Error('two verdicts');
  const model = await openModel(bytes);
  console.log(verdict, model.root.networkGroups.length, RELEASES.at(-1));
`;

export const REQUIRE = `
  const { readFileSync } = require('node:fs');
  const { openModel, RELEASES, validate } = require('protomdl');
  for (const name of ['attack', 'browser', 'corpus', 'fuzz', 'tools', 'view', 'wire']) require('protomdl/' + name);
  const { validateFile } = require('protomdl/node');
  (async () => {
    const path = process.argv[2];
    const bytes = new Uint8Array(readFileSync(path));
    const { verdict } = await validate(bytes);
    if ((await validateFile(path)).verdict !== verdict) throw new Error('two verdicts');
    const model = await openModel(bytes);
    console.log(verdict, model.root.networkGroups.length, RELEASES.at(-1));
  })();
`;

/** Passes types to and from the library, and has one mistake that the compiler must report. */
export const TYPED = `
  import { type FileReport, HwArch, type Model, openModel, type Release, RELEASES, validate } from 'protomdl';
  import { validateFile } from 'protomdl/node';
  import { servePage } from 'protomdl/view';
  import { Cursor } from 'protomdl/wire';
  const report: FileReport = await validateFile('model.hef', { maxPerCode: 5 });
  const model: Model = await openModel(new Uint8Array(4));
  export const name: string | undefined = model.root.networkGroups.at(0)?.networkGroupMetadata?.networkGroupName;
  export const codes: readonly string[] = report.diagnostics.map(({ code }) => code);
  export const newest: Release | undefined = RELEASES.at(-1);
  export const tag: number = new Cursor(new Uint8Array(1)).tag;
  export const page = servePage;
  export const arch: string | undefined = HwArch[0];
  // @ts-expect-error a number is not an input
  export const wrong = validate(4);
`;

/** Programs for bundlers: they use only the named export. The caller provides the bytes. */
export const BUNDLED = {
  validate: `import { validate } from 'protomdl';
    globalThis.answer = validate(globalThis.bytes).then(({ verdict }) => verdict);`,
  openModel: `import { openModel } from 'protomdl';
    globalThis.answer = openModel(globalThis.bytes).then(({ root }) => root.networkGroups.length);`,
  isProtomdlError: `import { isProtomdlError } from 'protomdl';
    globalThis.answer = Promise.resolve(isProtomdlError(new Error()));`,
} as const;

/** Results of the programs for a whole file of one network group. */
export const ANSWERS: Readonly<Record<keyof typeof BUNDLED, unknown>> = {
  validate: 'valid',
  openModel: 1,
  isProtomdlError: false,
};

/** A page with a worker, for Vite. The worker's result becomes the title. */
export const WORKER_PAGE = {
  'page/index.html': '<!doctype html><title>waiting</title><script type="module" src="./main.js"></script>',
  'page/main.js': `
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => { document.title = data; };
    worker.onerror = ({ message }) => { document.title = 'error: ' + message; };
    fetch('./model.hef').then(async (answer) => worker.postMessage(await answer.arrayBuffer()));`,
  'page/worker.js': `
    import { openModel, RELEASES, validate } from 'protomdl';
    onmessage = async ({ data }) => {
      const bytes = new Uint8Array(data);
      const { verdict } = await validate(bytes);
      const { root } = await openModel(bytes);
      postMessage([verdict, root.networkGroups.length, RELEASES.at(-1)].join(' '));
    };`,
} as const;
