/** The module of docs/python.md returns the command's JSON in Python's own types. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../cli/temporary.js';
import { ROOT } from '../package/built.js';

const COMMAND = [process.execPath, join(ROOT, 'dist/cli/protomdl.js')];
const MODELS = { validate: 'corpus/invalid', info: 'corpus/valid' };

const page = readFileSync(join(ROOT, 'docs/python.md'), 'utf8');
const [example = '', module = ''] = [...page.matchAll(/^```python\n([\s\S]*?)^```$/gm)].map(
  ([, text]) => text,
);

function python(program: string, cwd = ROOT): string {
  const folder = temporaryDirectory();
  writeFileSync(join(folder, 'protomdl.py'), module);
  const start = `import protomdl\nprotomdl.COMMAND = ${JSON.stringify(COMMAND)}\n`;
  const PYTHONPATH = folder;
  return execFileSync('python3', ['-c', start + program], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH, PYTHONDONTWRITEBYTECODE: '1' },
  });
}

/** The report as the module returns it: JSON with Python's names. */
function made(verb: 'validate' | 'info', ...args: string[]): Record<string, unknown>[] {
  const call = `protomdl.${verb}(*${JSON.stringify(args)})`;
  return JSON.parse(
    python(`import dataclasses, json\nprint(json.dumps([dataclasses.asdict(one) for one in ${call}]))`),
  );
}

function printed(verb: string, ...args: string[]): Record<string, unknown>[] {
  const [node = '', ...line] = [...COMMAND, verb, '--format', 'json', ...args];
  return JSON.parse(spawnSync(node, line, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 }).stdout).files;
}

/**
 * Compares each value with the command's value. Python's names are converted to the command's names first
 * (`a_b` to `aB`).
 */
function expectSame(value: unknown, original: unknown, where: string): void {
  if (Array.isArray(value) && Array.isArray(original)) {
    expect(value.length, where).toBe(original.length);
    for (const [index, one] of value.entries()) expectSame(one, original[index], `${where}[${index}]`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value)) {
      const key = name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
      const ABSENT: Record<string, unknown> = { count: 1, diagnostics: [], problems: [], networkGroups: [] };
      const members = (original ?? {}) as Record<string, unknown>;
      expectSame(
        one,
        key in members ? members[key] : (ABSENT[key] ?? (one === false ? false : null)),
        `${where}.${key}`,
      );
    }
  } else expect(value, where).toEqual(original);
}

describe.skipIf(spawnSync('python3', ['--version']).status !== 0)('the module for Python', () => {
  it('has at most 100 lines', () => {
    expect(module.trimEnd().split('\n').length).toBeLessThanOrEqual(100);
  });

  it.each(['validate', 'info'] as const)('has what %s says of every file', (verb) => {
    const files = made(verb, MODELS[verb], 'no-such-file');
    expect(files.length).toBeGreaterThan(20);
    expectSame(files, printed(verb, MODELS[verb], 'no-such-file'), verb);
    expect(files.at(-1)).toMatchObject({ path: 'no-such-file', error: { code: 'source-not-found' } });
  });

  it('returns the streams of a network', () => {
    const [model] = made('info', 'corpus/valid/small-network.hef');
    expect(model).toMatchObject({
      network_groups: [{ inputs: [{ direction: 'input', frame_bytes: expect.any(Number) }] }],
    });
  });

  it('returns lists of boxes, the streams of the device and post-processing', () => {
    const [boxes] = made('info', 'corpus/valid/nms.mdl') as [{ network_groups: Record<string, unknown>[] }];
    expect(boxes.network_groups).toMatchObject([
      {
        outputs: [{ nms: { by: 'class', classes: 5, max_boxes_per_class: 20, image: null } }],
        hardware_streams: [{ order: 'NHWC' }, { order: 'NMS_ON_CHIP', nms: { box_bytes: 8 } }],
      },
    ]);
    const [yolo] = made('info', 'corpus/invalid/post-process-image-size.mdl');
    expect(yolo).toMatchObject({
      network_groups: [
        {
          post_processing: [
            {
              kind: 'YOLOV5',
              nms: { score_threshold: 0.25, box_decoding_only: false, image: { height: 32, width: 32 } },
              decoders: [
                { stride: 8, streams: [{ role: 'all', shape: { height: 1, width: 1, features: 10 } }] },
              ],
            },
          ],
        },
      ],
    });
  });

  it('raises its own error if the command is not installed', () => {
    const program =
      'protomdl.COMMAND = ["no-such-command"]\ntry: protomdl.info("x")\nexcept protomdl.ProtomdlError as error: print(error)';
    expect(python(program)).toMatch(/^no-such-command cannot be run \(.+\): install it, or set COMMAND$/m);
  });

  it('raises the command’s error', () => {
    const program =
      'try: protomdl.info("--no-such-option")\nexcept protomdl.ProtomdlError as error: print(error)';
    expect(python(program)).toMatch(/unknown option '--no-such-option'/);
  });

  it('runs the example', () => {
    const folder = join(ROOT, 'corpus');
    const said = python(
      example.replaceAll('"models"', '"valid", "invalid/frame-trailing-bytes.hef"'),
      folder,
    );
    expect(said).toMatch(
      /^invalid\/frame-trailing-bytes\.hef: error: frame-length-mismatch at 8: the header/m,
    );
    expect(said).toMatch(
      /small-network\.hef input \S+ UINT8 Shape\(height=\d+, width=\d+, features=\d+\) \d+$/m,
    );
    expect(said).toMatch(/nms\.mdl output boxes\/nms1 FLOAT32 Nms\(by='class', classes=5, .*\) 2020$/m);
  });
});
