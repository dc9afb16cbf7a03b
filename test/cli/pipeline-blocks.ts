/** Finds the blocks of docs/ci.md by the heading above them. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const PAGE = readFileSync(new URL('../../docs/ci.md', import.meta.url), 'utf8');

/** @throws if the page has no such heading, or no block below it */
export function pipelineBlocks(heading: string): readonly string[] {
  const section = PAGE.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  const blocks = [...(section ?? '').matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
  if (blocks.length === 0) throw new Error(`docs/ci.md has no block below "${heading}"`);
  return blocks;
}

/** Returns the only block below a heading, parsed as YAML. */
export function pipelineYaml(heading: string) {
  return parse(pipelineBlocks(heading)[0] as string);
}
