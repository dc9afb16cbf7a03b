import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { create, toBinary } from '@bufbuild/protobuf';
import { Ajv } from 'ajv';
import protobuf from 'protobufjs';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli/run.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { capturedHost } from '../cli/captured-host.js';
import { protomdl } from '../cli/protomdl.js';
import { closedSchema } from '../report/closed-schema.js';

const CORPUS = fileURLToPath(new URL('../../corpus', import.meta.url));
const ONNX = fileURLToPath(new URL('onnx.proto', import.meta.url));
const NOTES = join(CORPUS, 'valid/network-notes.hef');
const SHOWN = ['input_layer1', 'conv1', 'conv2', 'ew_add1', 'avgpool1', 'fc1', 'output_layer1'];

const folder = process.env.PROTOMDL_REAL_FILES;
const real =
  folder !== undefined && existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.hef'))
        .map((name) => join(folder, name))
    : [];
if (real.length === 0) process.stderr.write('graphs of real files are not tested: PROTOMDL_REAL_FILES\n');

const networkOf = (...args: readonly string[]) => protomdl('network', ...args);

async function onnxOf(file: string, ...args: string[]) {
  const scratch = mkdtempSync(join(tmpdir(), 'protomdl-onnx-'));
  try {
    const path = join(scratch, 'network.onnx');
    const { code, err } = await networkOf(file, '--format', 'onnx', '-o', path, ...args);
    // If a message is cut, its readable part is shown, and the cut is reported.
    const isCut = file.includes('truncated-in-message');
    expect([code, err === '']).toEqual(isCut ? [1, false] : [0, true]);
    const type = protobuf.loadSync(ONNX).lookupType('onnx.ModelProto');
    const message = type.decode(readFileSync(path));
    // The decoder silently drops fields outside of the schema.
    expect(type.encode(message).finish()).toHaveLength(readFileSync(path).length);
    return type.toObject(message, { longs: Number, enums: String, arrays: true, defaults: true });
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

interface Value {
  name: string;
  type: { tensorType: { elemType: number; shape: { dim: { dimValue: number }[] } | null } };
}
const dims = ({ type }: Value): number[] | undefined =>
  type.tensorType.shape?.dim.map(({ dimValue }) => dimValue);

describe('protomdl network', () => {
  it('shows a line for each layer, except those that only move data', async () => {
    const { code, out, err } = await networkOf(NOTES);
    expect([code, err]).toEqual([0, '']);
    const names = out.split('\n').flatMap((line) => /^ {4}(\w+) +(?!kind)\w+ +\d/.exec(line)?.[1] ?? []);
    expect(names).toEqual(SHOWN);
    expect(out).toMatch(/conv2 +conv +16×16×16 +2 of 16×16×16 +3×3 +2,304 +context_0 +57 +79\.2 % +9,740/);
    expect(out).toContain('conv2 is the slowest (9,740 cycles)');
    expect(out).toContain('2 layers that only move data');
    expect((await networkOf(NOTES, '--plumbing')).out).toContain('input_to_cluster_1_6');
  });

  it.each(['human', 'json', 'dot'])(
    'ends with 1 if the message is cut, and names the place: %s',
    async (format) => {
      const scratch = mkdtempSync(join(tmpdir(), 'protomdl-cut-'));
      try {
        const path = join(scratch, 'cut.mdl');
        const bytes = readFileSync(join(CORPUS, 'valid/two-contexts.mdl'));
        writeFileSync(path, bytes.subarray(0, bytes.length - 200));
        const { code, out, err } = await networkOf(path, '--format', format);
        expect(code).toBe(1);
        expect(err).toMatch(/^protomdl: .*cut\.mdl: error: .*\[wire-truncated at \d+ /);
        // The output reports the same problem as `info`, and shows the part that can be read.
        const host = capturedHost();
        expect([await run(['info', path], host), host.err()]).toEqual([1, err]);
        expect(out).toContain('context_0');
      } finally {
        rmSync(scratch, { recursive: true });
      }
    },
  );

  it('explains why it shows contexts only', async () => {
    const { code, out } = await networkOf(join(CORPUS, 'valid/two-contexts.mdl'));
    expect(code).toBe(0);
    expect(out).toContain('[notes-absent]');
    expect(out).toMatch(/context_1 +context/);
  });

  it('lists the first thousand layers, and all layers as JSON', async () => {
    const scratch = mkdtempSync(join(tmpdir(), 'protomdl-layers-'));
    try {
      const path = join(scratch, 'layers.mdl');
      const edgeLayers = Array.from({ length: 1500 }, () => ({}));
      const model = create(ProtoMDLMdlSchema, {
        networkGroups: [{ contexts: [{ metadata: { edgeLayers } }] }],
      });
      writeFileSync(path, toBinary(ProtoMDLMdlSchema, model));
      const { out } = await networkOf(path);
      expect(out.match(/ input /g)).toHaveLength(999);
      expect(out).toContain('\n    … and 501 layers not listed: --format json has all of them\n');
      const [file] = JSON.parse((await networkOf(path, '--format', 'json')).out).files;
      expect(file.layers).toHaveLength(1501);
      const [context, first] = file.layers;
      expect([context.inputs.length, context.outputs.length]).toEqual([1500, 0]);
      expect(first.name).toBe('network_groups[0].contexts[0].metadata.edge_layers[0]');
    } finally {
      rmSync(scratch, { recursive: true });
    }
  });

  it('prints JSON that matches its schema, for every file of the corpus', async () => {
    const validate = new Ajv({ strict: true, allowUnionTypes: true }).compile(closedSchema('network'));
    const { out } = await networkOf(CORPUS, ...real, '--format', 'json');
    const report = JSON.parse(out);
    expect(validate(report), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
    expect(report.files.length).toBeGreaterThan(150);
    const faulty = report.files.filter(({ problem }: { problem?: object }) => problem !== null);
    expect(faulty.length).toBeGreaterThan(100);
  });

  it.each([
    [
      ['--select', 'conv*'],
      ['conv1', 'conv2'],
    ],
    [['--select', '/conv1/*'], ['conv1']],
    [['--select', 'kind=fc'], ['fc1']],
    [
      ['--select', '*1', '--select', 'cluster=1'],
      ['ew_add1', 'avgpool1', 'fc1'],
    ],
    [
      ['--select', 'context=context_0', '--select', '*_layer1'],
      ['input_layer1', 'output_layer1'],
    ],
  ])('selects layers: %j', async (args, names) => {
    const { out, code } = await networkOf(NOTES, '--format', 'model-explorer', ...args);
    expect(code).toBe(0);
    expect(JSON.parse(out).graphs[0].nodes.map(({ label }: { label: string }) => label)).toEqual(names);
  });

  it('keeps connections that lead through hidden layers', async () => {
    const { out } = await networkOf(NOTES, '--format', 'mermaid', '--select', '*1');
    // conv1 leads to ew_add1 through the cluster layers; conv2 is left out.
    expect(out).toContain('n1 -->|"16×16×16"| n2');
    expect(out.match(/-->/g)).toHaveLength(5);
  });

  it('refuses invalid options', async () => {
    expect(await networkOf(NOTES, NOTES.replace('notes', 'none'), '--format', 'dot')).toMatchObject({
      code: 2,
    });
    expect((await networkOf(NOTES, '--select', 'cluster=x')).code).toBe(2);
    const nothing = await networkOf(NOTES, '--select', 'kind=dw');
    expect([nothing.code, nothing.err]).toEqual([
      1,
      `protomdl: ${NOTES}: there is no layer that is kind=dw\n`,
    ]);
  });

  it.each([NOTES, ...real])('writes graphs that other programs can read: %s', async (file) => {
    const { files } = JSON.parse((await networkOf(file, '--format', 'json')).out);
    const [{ layers, problem }] = files;
    if (layers.length === 0) return;
    const shown = layers.filter((layer: { isPlumbing: boolean }) => !layer.isPlumbing);
    const model = await onnxOf(file);
    const { node, input, output, valueInfo } = model.graph;
    const inputs = shown.filter(({ kind }: { kind: string }) => kind === 'input');
    expect(node.map(({ name }: { name: string }) => name)).toEqual(
      shown
        .filter(({ kind }: { kind: string }) => kind !== 'input')
        .map(({ name }: { name: string }) => name),
    );
    // If a file is cut, its inputs and outputs may be missing.
    if (problem?.code !== 'notes-unreadable')
      expect([input.length, output.length > 0]).toEqual([inputs.length, true]);
    // Each tensor has one source, and a name of its own.
    const made = [
      ...input.map(({ name }: Value) => name),
      ...node.flatMap(({ output }: { output: string[] }) => output),
    ];
    expect(new Set(made).size).toBe(made.length);
    for (const { input } of node) for (const name of input) expect(made).toContain(name);
    const known = [...input, ...output, ...valueInfo];
    expect(known.map(({ name }: Value) => name).sort()).toEqual([...made].sort());
    for (const value of known as Value[]) {
      // ONNX allows values without a shape: notes may be cut before the shape.
      if (problem?.code === 'notes-unreadable' && value.type.tensorType.shape === null) continue;
      expect(dims(value)).toHaveLength(4);
    }

    const explorer = JSON.parse((await networkOf(file, '--format', 'model-explorer')).out);
    const nodes = explorer.graphs[0].nodes as { id: string; incomingEdges: { sourceNodeId: string }[] }[];
    expect(nodes).toHaveLength(shown.length);
    const ids = new Set(nodes.map(({ id }) => id));
    for (const { incomingEdges } of nodes)
      for (const edge of incomingEdges) expect(ids).toContain(edge.sourceNodeId);

    const { out } = await networkOf(file, '--format', 'svg');
    const rounded = new Map<unknown, number>();
    const parser = new SaxesParser();
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('opentag', ({ name, attributes }) => {
      if (name === 'rect') rounded.set(attributes.rx, (rounded.get(attributes.rx) ?? 0) + 1);
      expect(name).not.toBe('script');
    });
    parser.write(out).close();
    // Boxes of layers have corners of radius 4, frames of contexts corners of radius 6.
    expect(rounded.get('4')).toBe(shown.length);
    const framed = (shown as { kind: string; context: number | null }[]).filter(
      ({ kind }) => kind !== 'context',
    );
    const contexts = new Set(framed.flatMap(({ context }) => context ?? []));
    expect(rounded.get('6') ?? 0).toBe(files[0].contexts.length > 1 ? contexts.size : 0);
    const dot = (await networkOf(file, '--format', 'dot')).out;
    expect(dot.match(/^ +n\d+ \[label=/gm)).toHaveLength(shown.length);
  });

  it('writes operators, attributes and shapes that exist in ONNX', async () => {
    const { graph, irVersion, opsetImport } = await onnxOf(NOTES);
    expect(irVersion).toBe(10);
    expect(opsetImport.map(({ domain }: { domain: string }) => domain)).toEqual(['', 'protomdl']);
    expect(graph.node.map(({ opType }: { opType: string }) => opType)).toEqual([
      'Conv',
      'Conv',
      'Add',
      'AveragePool',
      'Gemm',
      'Identity',
    ]);
    expect(graph.node[0]).toMatchObject({
      name: 'conv1',
      input: ['input_layer1'],
      output: ['conv1'],
      docString: '/conv1/Conv\n/conv1/Relu',
      attribute: [
        { name: 'kernel_shape', type: 'INTS', ints: [3, 3] },
        { name: 'strides', type: 'INTS', ints: [2, 2] },
        { name: 'dilations', type: 'INTS', ints: [1, 1] },
      ],
    });
    expect([graph.input, graph.output].map(([value]) => [value.name, dims(value)])).toEqual([
      ['input_layer1', [1, 3, 32, 32]],
      ['output_layer1', [1, 10, 1, 1]],
    ]);
  });
});

describe('protomdl info', () => {
  it('shows the compiler’s notes on the network, if there are any', async () => {
    const infoOf = async (file: string) => {
      const host = capturedHost();
      expect(await run(['info', file], host)).toBe(0);
      return host.out();
    };
    expect(await infoOf(NOTES)).toMatch(
      /network, from the compiler's notes\n +network digits\n +9 layers, 9 edges/,
    );
    expect(await infoOf(join(CORPUS, 'valid/small-network.hef'))).not.toContain('noted');
  });
});
