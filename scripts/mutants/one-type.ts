/**
 * Checks whether two neighbours in a list of arguments have the same type: otherwise the compiler would
 * notice a swap.
 */
import { join } from 'node:path';
import ts from 'typescript';

export class Types {
  readonly #program: ts.Program;

  /** @param files the project's files, with absolute paths */
  constructor(project: string, files: readonly string[]) {
    const config = ts.readConfigFile(join(project, 'tsconfig.json'), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, project);
    this.#program = ts.createProgram([...files], options);
  }

  /** @param from start of the first argument */
  areOne(path: string, from: number): boolean {
    const file = this.#program.getSourceFile(path);
    if (file === undefined) return false;
    const checker = this.#program.getTypeChecker();
    const find = (node: ts.Node): boolean => {
      if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
        const list = node.arguments ?? ([] as readonly ts.Expression[]);
        const at = list.findIndex((one) => one.getStart(file) === from);
        const [one, other] = [list[at], list[at + 1]];
        if (one !== undefined && other !== undefined) {
          const [a, b] = [one, other].map((each) =>
            checker.getBaseTypeOfLiteralType(checker.getTypeAtLocation(each)),
          ) as [ts.Type, ts.Type];
          if (checker.isTypeAssignableTo(a, b) && checker.isTypeAssignableTo(b, a)) return true;
        }
      }
      return (
        ts.forEachChild(node, (child) =>
          child.getFullStart() <= from && child.end > from ? find(child) : undefined,
        ) ?? false
      );
    };
    return find(file);
  }
}
