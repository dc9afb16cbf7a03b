import { session } from '../session.svelte.js';
import type { Reading } from './content.js';
import { Times } from './times.js';

export function times(): Times {
  return new Times(session.team.organization.settings.twenty_four_hour_time === true);
}

export function reading(): Reading {
  const { people } = session.team;
  const shown = times();
  return {
    me: people.me,
    formatTime: (date) => shown.whole(date.getTime() / 1000),
    isInGroup: (groupId) => people.isInGroup(people.me, groupId),
  };
}
