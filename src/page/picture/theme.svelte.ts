/** Names of colours in app.css that pictures are drawn with. */
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

/** The theme's colours as a canvas takes them. They are read anew when the theme changes, and so is what read them. */
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

/** A custom property is read as it was written, `light-dark()` and all; a property that uses it has the colour. */
function resolved(): Colours {
  const probe = document.createElement('i');
  // Otherwise every one of them is that of text, where the system forces colours: black on black.
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
