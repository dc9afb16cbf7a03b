/** @param {number} score */
export function percent(score) {
  // A score is never shown as 0 % or 100 %, which would claim certainty.
  if (score > 0.995 && score < 1) return 'over 99 %';
  if (score > 0 && score < 0.001) return 'under 0.1 %';
  return `${(score * 100).toFixed(score < 0.1 ? 1 : 0)} %`;
}
