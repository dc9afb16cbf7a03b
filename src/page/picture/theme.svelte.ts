/** Names of the colours in app.css that pictures use. */
const NAMES = [
  'ground',
  'raised',
  'line',
  'text',
  'quiet',
  'link',
  'chosen',
  'focus',
  'good',
  'bad',
  'doubt',
] as const;

export type Colours = Readonly<Record<(typeof NAMES)[number], string>>;

/**
 * The theme's colours for a canvas. When the theme changes, the colours are read again, and pictures are
 * drawn again.
 */
class Theme {
  #changes = $state(0);
  #read = $derived.by(() => {
    void this.#changes;
    return resolved();
  });

  constructor() {
    const changed = (): void => {
      this.#changes++;
    };
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed);
    matchMedia('(prefers-contrast: more)').addEventListener('change', changed);
    matchMedia('(forced-colors: active)').addEventListener('change', changed);
    new MutationObserver(changed).observe(document.documentElement, { attributeFilter: ['data-theme'] });
  }

  get colours(): Colours {
    return this.#read;
  }
}

/**
 * Returns the computed colours. A custom property alone is returned as written, including `light-dark()`; a
 * property that uses it has the computed colour.
 */
function resolved(): Colours {
  const probe = document.createElement('i');
  // Without this, if the system forces colours, each of them would be the text's colour: black on black.
  probe.style.setProperty('forced-color-adjust', 'none');
  document.body.append(probe);
  const colours: Partial<Record<(typeof NAMES)[number], string>> = {};
  for (const name of NAMES) {
    probe.style.color = `var(--${name})`;
    colours[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return colours as Colours;
}

export const theme = new Theme();
