import type { Component } from 'svelte';
import type { OpenFile } from '../state/session.svelte.js';

/** Properties of every view: the file to show. Another file gets another instance of the view. */
export interface ViewProps {
  readonly file: OpenFile;
}

/** A view of a file. The code of a view is loaded when the view is first shown. */
interface View {
  readonly name: string;
  readonly title: string;
  load(): Promise<{ default: Component<ViewProps> }>;
}

export const VIEWS: readonly View[] = [
  { name: 'overview', title: 'Overview', load: () => import('./overview/Overview.svelte') },
  { name: 'network', title: 'Network', load: () => import('./network/Network.svelte') },
  { name: 'cost', title: 'Cost', load: () => import('./cost/Cost.svelte') },
  { name: 'findings', title: 'Findings', load: () => import('./findings/Findings.svelte') },
  { name: 'structure', title: 'Structure', load: () => import('./structure/Structure.svelte') },
  { name: 'map', title: 'Map', load: () => import('./map/Map.svelte') },
  { name: 'timeline', title: 'Timeline', load: () => import('./timeline/Timeline.svelte') },
  { name: 'compare', title: 'Compare', load: () => import('./compare/Compare.svelte') },
];
