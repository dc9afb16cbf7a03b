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
 * The theme's colours for a canvas. A change of the theme updates the colours, which redraws the pictures.
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
 * Returns the computed colours. The value of a custom property is its text, including `light-dark()`; a
 * property that uses the custom property has the computed colour.
 */
function resolved(): Colours {
  const probe = document.createElement('i');
  // If the system forces colours, all colours would be the text's colour without this property.
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
