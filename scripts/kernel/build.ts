/** Compiles the modules; `--check` only compares, and fails if a module does not match its sources. */
import { generatedModule, MODULES, moduleText, refreshModules } from './compile.js';

if (!process.argv.includes('--check')) {
  const written = refreshModules();
  console.log(written.length > 0 ? `${written.join(', ')} written` : 'the modules are up to date');
} else {
  for (const module of MODULES) {
    if (generatedModule(module) === moduleText(module)) continue;
    console.error(`${module.generated} is not what its sources give: run npm run build:kernel`);
    process.exitCode = 1;
  }
}
