import { sigmoid } from '../src/model/elementary.js';
import type { Row } from './fit.js';

/** Thresholds at which a tree may split a numeric feature. */
const BORDERS = [0, 0.25, 0.5, 0.75] as const;
const RATE = 0.2;
const PULL = 5;

interface Stump {
  name: number;
  border: number;
  over: number;
  under: number;
}

export interface Stumps {
  bias: number;
  stumps: readonly Stump[];
}

/**
 * Gradient boosting by Newton steps, with trees that have one split on a named feature: an alternative to the
 * regression.
 */
export function fitStumps(rows: readonly Row[], names: number, rounds: number): Stumps {
  const bias = -2;
  const z = new Float64Array(rows.length).fill(bias);
  const stumps: Stump[] = [];
  const gradients = new Float64Array(names * BORDERS.length);
  const curvatures = new Float64Array(names * BORDERS.length);
  for (let round = 0; round < rounds; round++) {
    gradients.fill(0);
    curvatures.fill(0);
    let allGradient = 0;
    let allCurvature = 0;
    for (const [at, row] of rows.entries()) {
      const p = sigmoid(z[at] as number);
      const gradient = row.weight * ((row.fraud ? 1 : 0) - p);
      const curvature = row.weight * p * (1 - p);
      allGradient += gradient;
      allCurvature += curvature;
      for (let n = 0; n < row.names.length; n++) {
        for (let border = 0; border < BORDERS.length; border++) {
          if ((row.values[n] as number) <= (BORDERS[border] as number)) break;
          const place = (row.names[n] as number) * BORDERS.length + border;
          gradients[place] = (gradients[place] as number) + gradient;
          curvatures[place] = (curvatures[place] as number) + curvature;
        }
      }
    }
    let best = -1;
    let gain = 0;
    for (let place = 0; place < gradients.length; place++) {
      const g = gradients[place] as number;
      const h = curvatures[place] as number;
      const value = g ** 2 / (h + PULL) + (allGradient - g) ** 2 / (allCurvature - h + PULL);
      if (value > gain) {
        gain = value;
        best = place;
      }
    }
    if (best < 0) break;
    const g = gradients[best] as number;
    const h = curvatures[best] as number;
    const stump = {
      name: Math.floor(best / BORDERS.length),
      border: BORDERS[best % BORDERS.length] as number,
      over: (RATE * g) / (h + PULL),
      under: (RATE * (allGradient - g)) / (allCurvature - h + PULL),
    };
    stumps.push(stump);
    for (const [at, row] of rows.entries()) z[at] = (z[at] as number) + answer(stump, row);
  }
  return { bias, stumps };
}

export function stumpsLogit({ bias, stumps }: Stumps, row: Row): number {
  return stumps.reduce((sum, stump) => sum + answer(stump, row), bias);
}

function answer({ name, border, over, under }: Stump, row: Row): number {
  const at = row.names.indexOf(name);
  return at >= 0 && (row.values[at] as number) > border ? over : under;
}
