/** Messages that the conformance runner sends, for the readers and the codec. */
import {
  create,
  createFileRegistry,
  type DescMessage,
  type FileRegistry,
  fromBinary,
} from '@bufbuild/protobuf';
import {
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt';
import { deriveTables } from '../../src/base/schema/derive.js';
import type { SchemaTables } from '../../src/base/schema/table.js';
import { kernelTables } from '../../src/read/kernel/tables.js';
import { layoutsOf, type MessageLayout } from '../../src/read/model/layout.js';
import type { Plan } from '../../src/read/scan/plan.js';
import { planOf } from '../../src/read/scan/unroll.js';
import { type CountedKernel, countedKernel } from '../kernel/counted-passes.js';
import { everything } from '../scan/recorded-scan.js';
import { namesOfSpecialJson, textTables } from './text.js';

/**
 * Message types that the readers support: they read proto3 features, and the second type is the same as the
 * first, written in an edition.
 */
export const SUBJECTS: readonly string[] = [
  'protobuf_test_messages.proto3.TestAllTypesProto3',
  'protobuf_test_messages.editions.proto3.TestAllTypesProto3',
];

export interface Subject {
  readonly desc: DescMessage;
  readonly tables: SchemaTables;
  readonly layout: MessageLayout;
  /** Two scans of the message itself: one emits findings only, the other everything. */
  readonly plans: readonly Plan[];
  /** Scans of a message that has the test message as the elements of a list, field 1. */
  readonly listPlan: Plan;
  /** Only in these scans does the kernel skip anything, because it skips elements of lists. */
  readonly listKernel: CountedKernel;
  /** Tables in which map entries are ordinary messages, as in text format. */
  readonly textTables: SchemaTables;
  readonly specialJson: ReadonlySet<string>;
}

/** Everything that the protocol of the runner and its test messages need. */
export class Schema {
  readonly registry: FileRegistry;
  readonly request: DescMessage;
  readonly response: DescMessage;
  readonly failureSet: DescMessage;
  readonly #subjects = new Map<string, Subject>();

  /** @param descriptors a FileDescriptorSet, encoded, with conformance.proto and the test messages */
  constructor(descriptors: Uint8Array) {
    this.registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, descriptors));
    this.request = this.message('conformance.ConformanceRequest');
    this.response = this.message('conformance.ConformanceResponse');
    this.failureSet = this.message('conformance.FailureSet');
  }

  message(typeName: string): DescMessage {
    const desc = this.registry.getMessage(typeName);
    if (desc === undefined) throw new Error(`${typeName} is not among the descriptors`);
    return desc;
  }

  /** Number of bytes that the kernels have skipped. */
  get kernelBytes(): number {
    return [...this.#subjects.values()].reduce((sum, { listKernel }) => sum + listKernel.passed, 0);
  }

  /** @throws Error for a type outside of SUBJECTS */
  subject(typeName: string): Subject {
    let subject = this.#subjects.get(typeName);
    if (subject === undefined) {
      if (!SUBJECTS.includes(typeName)) throw new Error(`no tables for ${typeName}`);
      subject = subjectOf(this.message(typeName));
      this.#subjects.set(typeName, subject);
    }
    return subject;
  }
}

/** @throws Error if the kernel would skip nothing */
export function subjectOf(desc: DescMessage): Subject {
  const tables = deriveTables(desc);
  const plans = [planOf(tables, {}), planOf(tables, everything(tables))];
  const listPlan = planOf(deriveTables(listOf(desc)), {});
  const judged = kernelTables(listPlan);
  if (judged === undefined) throw new Error(`the kernel has nothing to do in ${desc.typeName}`);
  // If the kernel does not know a shape, it learns the shape; so the second element of a list may already
  // have a known one.
  const listKernel = countedKernel(judged, 1);
  return {
    desc,
    tables,
    layout: layoutsOf(tables)[0]!,
    plans,
    listPlan,
    listKernel,
    textTables: textTables(tables),
    specialJson: namesOfSpecialJson(desc),
  };
}

/** Returns a message type whose only field, number 1, is a list of this type. */
function listOf({ typeName, file }: DescMessage): DescMessage {
  const list = create(FileDescriptorProtoSchema, {
    name: 'list.proto',
    syntax: 'proto3',
    dependency: [file.proto.name],
    messageType: [
      {
        name: 'List',
        field: [
          {
            name: 'items',
            number: 1,
            type: FieldDescriptorProto_Type.MESSAGE,
            label: FieldDescriptorProto_Label.REPEATED,
            typeName: `.${typeName}`,
          },
        ],
      },
    ],
  });
  const known = [file, ...file.dependencies];
  return createFileRegistry(list, (path) => known.find(({ proto }) => proto.name === path)).getMessage(
    'List',
  )!;
}
