/** Settings of one user, set by an operator. */
export interface UserSettings {
  /** Share of fraud in the stream of the user's messages. */
  prior?: number;
  /** Scores from which a check is fraud, by type of data. */
  thresholds?: Partial<Record<'email' | 'sms' | 'phone', number>>;
  /** True if the service stores the content that the user sends with feedback. */
  storeFeedback?: boolean;
}

/**
 * Bounds of thresholds: below the lowest, most alarms would be false; above the highest, hardly any fraud would be
 * found.
 */
export const THRESHOLDS: readonly [lowest: number, highest: number] = [0.2, 0.95];
export const PRIORS: readonly [lowest: number, highest: number] = [0.001, 0.5];

/**
 * Returns the settings after a change, whose value is given as text; undefined for an unknown setting or a value out
 * of bounds.
 */
export function changedSettings(
  settings: UserSettings,
  name: string,
  text: string,
): UserSettings | undefined {
  const within = ([lowest, highest]: readonly [number, number]) => {
    const value = Number(text);
    return text.trim() !== '' && value >= lowest && value <= highest ? value : undefined;
  };
  if (name === 'prior') {
    const prior = within(PRIORS);
    return prior === undefined ? undefined : { ...settings, prior };
  }
  if (name === 'feedback.store' && (text === 'on' || text === 'off'))
    return { ...settings, storeFeedback: text === 'on' };
  const type = /^threshold\.(email|sms|phone)$/.exec(name)?.[1];
  const threshold = within(THRESHOLDS);
  if (type === undefined || threshold === undefined) return undefined;
  return { ...settings, thresholds: { ...settings.thresholds, [type]: threshold } };
}
