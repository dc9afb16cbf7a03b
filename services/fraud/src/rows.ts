/** Parts of statements for rows whose members have the names of their columns in camel case. */

import { array, json, type SQL, sql } from '@services/kit/db';

const snake = (member: string) => member.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

const column = (member: string) => sql.raw(snake(member));

/** Returns a list of columns, separated by spaces in `members`: `user_id as "userId"`. */
export const columns = (members: string): SQL =>
  sql.raw(
    members
      .split(' ')
      .map((member) => `${snake(member)} as "${member}"`)
      .join(', '),
  );

/** Returns the columns and values of an insert. Lists are stored as texts, and other objects as JSON. */
export function valuesOf(row: object): SQL {
  const members = Object.entries(row);
  const names = members.map(([member]) => column(member));
  const values = members.map(([, value]) => sql`${parameter(value)}`);
  return sql`(${sql.join(names, sql`, `)}) values (${sql.join(values, sql`, `)})`;
}

/** Returns the assignments of an update. */
export function changesOf(row: object): SQL {
  const changes = Object.entries(row).map(([member, value]) => sql`${column(member)} = ${parameter(value)}`);
  return sql.join(changes, sql`, `);
}

/** Returns the assignments with which an upsert takes the values of the row that it could not insert. */
export const excluded = (...members: string[]): SQL =>
  sql.raw(members.map((member) => `${snake(member)} = excluded.${snake(member)}`).join(', '));

/** Returns the condition for the rows of a page, which are older than the row with the id `cursor`. */
export const olderThan = (cursor: string | undefined, id = 'id'): SQL =>
  cursor ? sql`and ${sql.raw(id)} < ${cursor}` : sql``;

/** Returns the condition for rows with a value; true for all rows if the value is undefined. */
export const having = (member: string, value: unknown): SQL =>
  value === undefined ? sql`` : sql`and ${column(member)} = ${value}`;

function parameter(value: unknown): unknown {
  if (Array.isArray(value)) return array(value, 'text');
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) ? json(value) : value;
}
