// What a worker begins with: the loader of TypeScript that the main thread has is not its own.
import { register } from 'tsx/esm/api';

register();
await import('./worker.ts');
