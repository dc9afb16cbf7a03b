import type { Catalogue } from '../../src/base/diagnostics/catalogue.js';
import { PUBLISHED_RELEASES } from '../../src/base/diagnostics/releases.js';
import { codeGroups } from '../../src/check/config/groups.js';
import { FAIL_ON, LEVELS, PRESETS } from '../../src/check/config/vocabulary.js';
import { DEVICE_NAMES } from '../../src/check/runtime/device.js';

/**
 * Returns the JSON Schema of protomdl.config.yaml. The schema matches `src/check/config`, which a test
 * checks. It lists names, so that editors complete them.
 */
export function configSchema(catalogue: Catalogue): object {
  const selector = {
    description: 'A code, a group of codes, or a pattern that matches codes.',
    anyOf: [
      { enum: [...catalogue.keys()] },
      { enum: [...codeGroups(catalogue).keys()] },
      { type: 'string', pattern: '[*?{}\\[\\]!()]', maxLength: 1000 },
    ],
  };
  const text = { type: 'string', pattern: '\\S' };
  const pattern = { type: 'string', pattern: '\\S', maxLength: 1000 };
  const oneOrMore = (items: object) => ({ anyOf: [items, { type: 'array', items, minItems: 1 }] });
  const nullable = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
  const severity = nullable({
    description:
      'Severities of codes. An exact code overrides patterns and groups; among these the later entry wins.',
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
            description: 'Releases of the runtime that must load the files. They decide the severities.',
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
            description: 'Names of the devices that must run the files.',
            ...oneOrMore({ anyOf: [{ enum: DEVICE_NAMES }, text] }),
          },
          exclude: { description: 'Files and folders to skip in directories.', ...oneOrMore(pattern) },
          severity,
          ignore: {
            description: 'Findings that you accept.',
            type: 'array',
            items: {
              type: 'object',
              additionalProperties: false,
              required: ['code', 'reason'],
              properties: {
                code: oneOrMore({ $ref: '#/definitions/selector' }),
                path: {
                  description:
                    'Path in the message. * matches text without a dot, ** any text: network_groups[0].**',
                  ...pattern,
                },
                files: { description: 'Patterns of the files.', ...oneOrMore(pattern) },
                reason: { description: 'Why the findings are acceptable.', ...text },
                expires: {
                  description: 'Last day of the entry. After it, the findings count again.',
                  type: 'string',
                  format: 'date',
                },
              },
            },
          },
          overrides: {
            description: 'Settings for some files. Later entries override earlier ones.',
            type: 'array',
            items: {
              type: 'object',
              additionalProperties: false,
              required: ['files'],
              properties: {
                files: {
                  description:
                    'Patterns, relative to this file. A pattern without / matches names in any folder.',
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
                description: 'Maximum number of findings that are listed for each code and file.',
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
          failOn: {
            description:
              'Findings that make the command fail: a severity and above, runtime (a target does not load the ' +
              'file), or never.',
            enum: FAIL_ON,
          },
          baseline: { description: 'A baseline, relative to this file: only new findings count.', ...text },
        },
      },
    },
  };
}
