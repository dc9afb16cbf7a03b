import { type CodeInfo, textOf } from '../../base/diagnostics/catalogue.js';
import { releaseSpans } from '../../base/diagnostics/releases.js';

/** A section about a code with its heading. */
export interface RuleSection {
  readonly title: string;
  readonly text: string;
  /** True for protobuf text instead of prose. */
  readonly isExample: boolean;
}

/** Returns everything about a code except its summary, in reading order. */
export function ruleSections(info: CodeInfo<string>): RuleSection[] {
  const { why, runtime, wrong, fix } = textOf(info);
  const { implies = [], refusedBy = [] } = info;
  const sections: RuleSection[] = [];
  const add = (title: string, text: string | undefined, isExample = false): void => {
    if (text !== undefined && text !== '') sections.push({ title, text, isExample });
  };
  add('Why it matters', why);
  add('The runtime', runtime);
  add('Refused by', releaseSpans(refusedBy));
  add('Implies', implies.join(', '));
  add('Wrong', wrong, true);
  add('Right', fix, true);
  return sections;
}
