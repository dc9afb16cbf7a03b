export { type Elements, parseSelector, type Selector, type SelectorStep } from './selector.js';
