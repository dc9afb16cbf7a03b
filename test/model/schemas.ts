/** Schemas for the tests of views: the model format, every kind of field, and lists of every scalar type. */
import { create, createFileRegistry, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import {
  type FieldDescriptorProto,
  FieldDescriptorProto_Label,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt';
import fc from 'fast-check';
import { compileSchema } from '../../scripts/schema/descriptor-set.js';
import { deriveTables } from '../../src/base/schema/derive.js';
import { MDL } from '../../src/base/schema/mdl.gen.js';
import { file_mdl } from '../../src/generated/mdl_pb.js';
import { layoutsOf, type MessageLayout } from '../../src/read/model/layout.js';

/** A message type under test. A counterexample shows its name, and not all its tables. */
export class Subject {
  constructor(
    readonly desc: DescMessage,
    readonly layout: MessageLayout,
  ) {}

  [fc.toStringMethod](): string {
    return this.desc.typeName;
  }
}

const everyKind = createFileRegistry(compileSchema('test/schema/every-kind'));
const everyRoot = everyKind.getMessage('test.every_kind.Root')!;
export const everyTables = deriveTables(everyRoot, everyKind.getFile('every-kind.proto')!);
const everyLayouts = layoutsOf(everyTables);

/** A message of every kind of field: all scalar types, `optional`, oneofs of all kinds, maps, recursion. */
export const everyField = new Subject(everyRoot, everyLayouts[0]!);

const SCALARS = Object.values(ScalarType).filter((type): type is ScalarType => typeof type === 'number');

export const listsOf = (type: ScalarType): number => type;
const listsDesc = createFileRegistry(
  create(FileDescriptorSetSchema, {
    file: [
      {
        name: 'lists.proto',
        syntax: 'proto3',
        messageType: [
          {
            name: 'Lists',
            field: SCALARS.map((type) => ({
              name: `list_${type}`,
              number: listsOf(type),
              type: type as number as FieldDescriptorProto['type'],
              label: FieldDescriptorProto_Label.REPEATED,
            })),
          },
        ],
      },
    ],
  }),
).getMessage('Lists')!;

/** A message with a list of every scalar type. */
export const everyList = new Subject(listsDesc, layoutsOf(deriveTables(listsDesc))[0]!);

/** Every message of the format, the root first. */
export const formatMessages: readonly Subject[] = layoutsOf(MDL).map((layout) => {
  const desc = file_mdl.messages.find(({ typeName }) => typeName === layout.table.typeName)!;
  return new Subject(desc, layout);
});

export const formatRoot = formatMessages[0]!;
