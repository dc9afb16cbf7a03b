/** `--check` only compares, and fails when the module is not what the sources give. */
import { generatedModule, moduleText, refreshKernel } from './compile.js';

if (!process.argv.includes('--check')) {
  const compiled = refreshKernel();
  console.log(
    compiled ? 'src/read/kernel/module.gen.ts written' : 'src/read/kernel/module.gen.ts is up to date',
  );
} else if (generatedModule() !== moduleText()) {
  console.error('src/read/kernel/module.gen.ts is not what its sources give: run npm run build:kernel');
  process.exitCode = 1;
}
