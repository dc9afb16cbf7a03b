export { borrowKernel, type Kernel, returnKernel } from './kernel.js';
