import { type Completion, complete } from './suggestions.js';

let made = 0;

/**
 * Completes names of people, channels, topics and emoji in a text area. The reader selects a name in a list by the
 * arrow keys.
 */
export function completing(box: HTMLTextAreaElement): () => void {
  const id = `completion-${++made}`;
  const list = document.createElement('div');
  list.id = id;
  list.className = 'completion';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Suggestions');
  list.popover = 'manual';
  box.after(list);
  box.setAttribute('aria-autocomplete', 'list');
  let current: Completion | undefined;
  let chosen = 0;

  const hide = () => {
    current = undefined;
    if (list.matches(':popover-open')) list.hidePopover();
    list.replaceChildren();
    box.removeAttribute('aria-controls');
    box.removeAttribute('aria-activedescendant');
  };

  const mark = () => {
    for (const [index, option] of [...list.children].entries())
      option.setAttribute('aria-selected', String(index === chosen));
    const option = list.children[chosen];
    option?.scrollIntoView({ block: 'nearest' });
    box.setAttribute('aria-activedescendant', option?.id ?? '');
  };

  const show = (found: Completion) => {
    current = found;
    chosen = 0;
    list.replaceChildren(
      ...found.suggestions.map(({ label, detail }, index) => {
        const option = document.createElement('div');
        option.id = `${id}-${index}`;
        option.setAttribute('role', 'option');
        const name = document.createElement('span');
        name.textContent = label;
        const more = document.createElement('span');
        more.className = 'quiet cut';
        more.textContent = detail;
        option.append(name, more);
        option.addEventListener('pointerdown', (event) => {
          event.preventDefault();
          choose(index);
        });
        return option;
      }),
    );
    list.showPopover();
    const at = box.getBoundingClientRect();
    list.style.left = `${at.left}px`;
    list.style.width = `${Math.min(at.width, 420)}px`;
    const height = list.getBoundingClientRect().height;
    list.style.top = `${at.top - height - 4 > 0 ? at.top - height - 4 : at.bottom + 4}px`;
    box.setAttribute('aria-controls', id);
    mark();
  };

  const choose = (index: number) => {
    const suggestion = current?.suggestions[index];
    if (current === undefined || suggestion === undefined) return;
    box.setRangeText(suggestion.insert, current.from, box.selectionStart, 'end');
    hide();
    box.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };

  const look = () => {
    const before = box.value.slice(0, box.selectionStart);
    const lookAgain = () => {
      if (document.activeElement === box && box.value.slice(0, box.selectionStart) === before) look();
    };
    const found = box.selectionStart === box.selectionEnd ? complete(before, lookAgain) : undefined;
    if (found === undefined) hide();
    else show(found);
  };

  const onKey = (event: KeyboardEvent) => {
    if (current === undefined || event.isComposing) return;
    const count = current.suggestions.length;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      chosen = (chosen + (event.key === 'ArrowDown' ? 1 : count - 1)) % count;
      mark();
    } else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === 'Tab')
      choose(chosen);
    else if (event.key === 'Escape') hide();
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  // Handles keys while the list is open, before the text area's own handlers of the same keys.
  box.addEventListener('keydown', onKey, { capture: true });
  box.addEventListener('input', look);
  box.addEventListener('blur', hide);
  return () => {
    box.removeEventListener('keydown', onKey, { capture: true });
    box.removeEventListener('input', look);
    box.removeEventListener('blur', hide);
    list.remove();
  };
}
