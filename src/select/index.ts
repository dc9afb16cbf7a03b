export { type FindOptions, findSelected, type Selected } from './find.js';
export {
  type Elements,
  includesElement,
  parseSelector,
  type Selector,
  type SelectorStep,
  selectedTable,
  selectsOne,
} from './selector.js';
