export { DataDirInUse, type DataDirLock, lockDataDir } from './lock.js';
