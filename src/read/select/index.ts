export {
  type ElementRange as Elements,
  parseSelector,
  type Selector,
  type SelectorStep,
} from './selector.js';
