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
const THRESHOLDS: readonly [lowest: number, highest: number] = [0.2, 0.95];
const PRIORS: readonly [lowest: number, highest: number] = [0.001, 0.5];

/**
 * Returns the settings after a change, whose value is given as text; undefined for an unknown setting or a value out
 * of bounds.
 */
export function changedSettings(
  settings: UserSettings,
  name: string,
  text: string,
): UserSettings | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  const isWithin = ([lowest, highest]: readonly [number, number]) => value >= lowest && value <= highest;
  if (name === 'prior') return isWithin(PRIORS) ? { ...settings, prior: value } : undefined;
  if (name === 'feedback.store' && (text === 'on' || text === 'off'))
    return { ...settings, storeFeedback: text === 'on' };
  const type = /^threshold\.(email|sms|phone)$/.exec(name)?.[1];
  if (type === undefined || !isWithin(THRESHOLDS)) return undefined;
  return { ...settings, thresholds: { ...settings.thresholds, [type]: value } };
}
