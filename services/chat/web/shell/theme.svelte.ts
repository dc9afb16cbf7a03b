/** Values of the setting `color_scheme`. */
export const SCHEMES = { system: 1, dark: 2, light: 3 } as const;

const KEPT_AS = 'chat-theme';
const isDark = matchMedia('(prefers-color-scheme: dark)');

/**
 * The theme, light or dark, from the reader's setting. The browser stores the theme, which is used until the setting
 * is loaded.
 */
class Theme {
  #scheme: number = remembered();

  follow(): void {
    this.#show();
    isDark.addEventListener('change', () => this.#show());
  }

  use(scheme: number): void {
    this.#scheme = scheme;
    try {
      localStorage.setItem(KEPT_AS, String(scheme));
    } catch {
      // The browser may deny storage.
    }
    this.#show();
  }

  #show(): void {
    const dark = this.#scheme === SCHEMES.dark || (this.#scheme === SCHEMES.system && isDark.matches);
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  }
}

function remembered(): number {
  try {
    return Number(localStorage.getItem(KEPT_AS) ?? SCHEMES.system);
  } catch {
    return SCHEMES.system;
  }
}

export const theme = new Theme();
