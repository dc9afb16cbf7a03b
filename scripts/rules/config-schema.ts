import type { Catalogue } from '../../src/base/diagnostics/catalogue.js';
import { PUBLISHED_RELEASES } from '../../src/base/diagnostics/releases.js';
import { groupsOf } from '../../src/check/config/groups.js';
import { PRESETS } from '../../src/check/config/presets.js';
import { FAIL_ON, LEVELS } from '../../src/check/config/vocabulary.js';
import { DEVICE_NAMES } from '../../src/check/runtime/device.js';

/**
 * The JSON Schema of protomdl.config.yaml. It matches `src/check/config`, which a test checks; names are
 * listed so that editors complete them.
 */
export function configSchema(catalogue: Catalogue): object {
  const selector = {
    description: 'A code, a group of codes, or a pattern that matches some.',
    anyOf: [
      { enum: [...catalogue.keys()] },
      { enum: [...groupsOf(catalogue).keys()] },
      { type: 'string', pattern: '[*?{}\\[\\]!()]', maxLength: 1000 },
    ],
  };
  const text = { type: 'string', pattern: '\\S' };
  const pattern = { type: 'string', pattern: '\\S', maxLength: 1000 };
  const oneOrMore = (items: object) => ({ anyOf: [items, { type: 'array', items, minItems: 1 }] });
  const nullable = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
  const severity = nullable({
    description:
      'What codes weigh. A code by its name goes before patterns and groups, of those the later one.',
    type: 'object',
    propertyNames: { $ref: '#/definitions/selector' },
    additionalProperties: { enum: LEVELS },
  });
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'urn:protomdl:schema:config',
    title: 'Settings of protomdl (protomdl.config.yaml, .yml or .json)',
    anyOf: [{ $ref: '#/definitions/config' }, { type: 'null' }],
    definitions: {
      selector,
      config: {
        type: 'object',
        additionalProperties: false,
        properties: {
          $schema: text,
          extends: {
            description:
              'recommended: the severities of the rules. strict: warnings are errors. runtime-…: that release is a target.',
            ...oneOrMore({ enum: PRESETS }),
          },
          target: {
            description:
              'Releases of the runtime that are to load the files: severities follow what they do.',
            ...oneOrMore({
              anyOf: [
                { enum: [...PUBLISHED_RELEASES, 'latest', 'all'] },
                {
                  description: 'A prefix such as 4.20, or a range such as 4.18-4.23.',
                  type: 'string',
                  pattern: '^v?\\d',
                },
              ],
            }),
          },
          device: {
            description: 'Devices that are to run the files, by a name of each.',
            ...oneOrMore({ anyOf: [{ enum: DEVICE_NAMES }, text] }),
          },
          exclude: { description: 'Files that directories are not searched for.', ...oneOrMore(pattern) },
          severity,
          ignore: {
            description: 'Findings that were looked at and are accepted.',
            type: 'array',
            items: {
              type: 'object',
              additionalProperties: false,
              required: ['code', 'reason'],
              properties: {
                code: oneOrMore({ $ref: '#/definitions/selector' }),
                path: {
                  description:
                    'Where in the message: * is anything but a dot, ** anything: network_groups[0].**',
                  ...pattern,
                },
                files: { description: 'In which files.', ...oneOrMore(pattern) },
                reason: { description: 'Why the findings are fine.', ...text },
                expires: {
                  description: 'The last day on which it holds; then the findings count again.',
                  type: 'string',
                  format: 'date',
                },
              },
            },
          },
          overrides: {
            description: 'What is different in some files; later ones overrule earlier ones.',
            type: 'array',
            items: {
              type: 'object',
              additionalProperties: false,
              required: ['files'],
              properties: {
                files: {
                  description: 'Patterns, relative to this file; one without / is about names in any folder.',
                  ...oneOrMore(pattern),
                },
                severity,
              },
            },
          },
          limits: nullable({
            type: 'object',
            additionalProperties: false,
            properties: {
              maxPerCode: {
                description: 'Findings of one code that are listed for a file.',
                type: 'integer',
                minimum: 1,
                maximum: 1_000_000_000,
              },
              budget: {
                description: 'How long a run may take: 60s, 5m, 1h.',
                type: 'string',
                pattern: '^\\d{1,9}(\\.\\d{1,3})?(ms|s|m|h)$',
              },
            },
          }),
          failOn: { description: 'From which findings on the command fails.', enum: FAIL_ON },
          baseline: { description: 'A baseline, relative to this file: only new findings count.', ...text },
        },
      },
    },
  };
}
