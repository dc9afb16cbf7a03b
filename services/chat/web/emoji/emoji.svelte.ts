import { call } from '../api/call.js';
import type { CustomEmoji } from '../api/types.js';
import { emojiCharacter } from '../conversation/content.js';
import { session } from '../session.svelte.js';

export interface EmojiChoice {
  name: string;
  code: string;
  kind: 'unicode_emoji' | 'realm_emoji';
  url?: string;
  character?: string;
  names: readonly string[];
}

/** Names of the emoji that are shown first in every list. */
const USUAL = [
  '+1',
  'tada',
  'heart',
  'smile',
  'joy',
  'eyes',
  'check',
  'rocket',
  'wave',
  'thinking',
  'pray',
  'cry',
];

/** All emoji of the service; their names are fetched on the first search. */
class EmojiTable {
  #unicode = $state.raw<readonly EmojiChoice[]>([]);
  #loading: Promise<void> | undefined;

  get isLoaded(): boolean {
    return this.#unicode.length > 0;
  }

  load(): Promise<void> {
    this.#loading ??= this.#read().catch(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #read(): Promise<void> {
    const { code_to_names } = await call<{ code_to_names: Record<string, string[]> }>('GET', '/emoji_names');
    const choices = Object.entries(code_to_names).flatMap(([code, names]): EmojiChoice[] => {
      const character = emojiCharacter(code);
      const [name] = names;
      if (character === undefined || name === undefined) return [];
      return [{ name, code, kind: 'unicode_emoji', character, names }];
    });
    const rank = new Map(USUAL.map((name, index) => [name, index]));
    const usual = (choice: EmojiChoice) =>
      Math.min(...choice.names.map((name) => rank.get(name) ?? USUAL.length));
    this.#unicode = choices
      .map((choice) => ({ choice, place: usual(choice) }))
      .sort((a, b) => a.place - b.place)
      .map(({ choice }) => choice);
  }

  /** Finds emoji by any of their names; names that begin with the words come first. */
  find(words: string, most: number): EmojiChoice[] {
    const key = words.toLowerCase().replaceAll(' ', '_');
    const custom = [...session.team.organization.emoji.values()]
      .filter((emoji) => !emoji.deactivated)
      .map(ownChoice);
    const all = [...custom, ...this.#unicode];
    if (key === '') return all.slice(0, most);
    const starts = all.filter(({ names }) => names.some((name) => name.startsWith(key)));
    const holds = all.filter(
      (choice) => !starts.includes(choice) && choice.names.some((name) => name.includes(key)),
    );
    return [...starts, ...holds].slice(0, most).map((choice) => ({
      ...choice,
      name: choice.names.find((name) => name.startsWith(key)) ?? choice.name,
    }));
  }
}

const ownChoice = ({ id, name, source_url }: CustomEmoji): EmojiChoice => ({
  name,
  code: id,
  kind: 'realm_emoji',
  url: source_url,
  names: [name],
});

export const emojiTable = new EmojiTable();
