import { findList, listKey, PSA_STATUS_IDS, STATUSES, statusName } from '@leadbridge/domain';

import type { PsaSetupProblem } from '../psa-setup-problem.js';
import { readNamed } from './read-entities.js';
import type { JsonRecord } from './read-json.js';

/** The service's settings that name something in the PSA. */
export interface SpecNames {
  /** Our statuses whose id differs from the specification's, by name. */
  readonly statusIds: Readonly<Partial<Record<string, number>>>;
  readonly listNames: readonly string[];
}

const leadType = 1;
const prospectType = 2;
/** If a name is missing, at most this many existing names are listed. */
const maxNamesShown = 25;

function shown(rows: readonly JsonRecord[]): string {
  const named = rows.flatMap((row) => readNamed(row) ?? []).slice(0, maxNamesShown);
  return named.map(({ id, name }) => `${name} (${id})`).join(', ') || 'none';
}

export function checkStatuses(
  rows: readonly JsonRecord[] | null,
  { statusIds }: SpecNames,
  found: PsaSetupProblem[],
): void {
  if (rows === null) {
    return;
  }
  const named = rows.flatMap((row) => readNamed(row) ?? []);
  const before = found.length;
  for (const status of Object.values(STATUSES).flat()) {
    const name = statusName(status);
    const id = statusIds[status] ?? PSA_STATUS_IDS[status];
    const byId = named.find((each) => each.id === id);
    if (id === undefined) {
      if (!named.some((each) => sameName(each.name, name))) {
        found.push({
          level: 'warning',
          message: `no status '${name}': tickets do not show it, unless status_ids of PUT /config names one; there are: ${shown(rows)}`,
        });
      }
    } else if (byId === undefined) {
      found.push({
        level: 'warning',
        message: `no status ${id} (${name}); there are: ${shown(rows)}`,
      });
    } else if (!sameName(byId.name, name)) {
      found.push({
        level: 'warning',
        message: `status ${id} is used for ${name}, but is called '${byId.name}' in the PSA: if it means something else, set status_ids with PUT /config`,
      });
    }
  }
  addIncompleteList('statuses', before, found);
}

export function checkTypes(rows: readonly JsonRecord[] | null, found: PsaSetupProblem[]): void {
  if (rows === null) {
    return;
  }
  const before = found.length;
  const named = rows.flatMap((row) => readNamed(row) ?? []);
  for (const [id, name] of [
    [leadType, 'Lead'],
    [prospectType, 'Prospect'],
  ] as const) {
    const type = named.find((each) => each.id === id);
    if (type === undefined) {
      found.push({
        level: 'warning',
        message: `no ticket type ${id}, which is ${name}; there are: ${shown(rows)}`,
      });
    } else if (!sameName(type.name, name)) {
      found.push({
        level: 'warning',
        message: `ticket type ${id} is used for ${name}, but is called '${type.name}' in the PSA`,
      });
    }
  }
  addIncompleteList('ticket types', before, found);
}

export function checkLists(
  rows: readonly JsonRecord[] | null,
  { listNames }: SpecNames,
  found: PsaSetupProblem[],
): void {
  if (rows === null) {
    return;
  }
  const before = found.length;
  const named = rows.flatMap((row) => readNamed(row) ?? []);
  const present = new Set(named.map(({ name }) => listKey(name)));
  const missing = listNames.filter((name) => !present.has(listKey(name)));
  if (missing.length > 0) {
    found.push({
      level: 'warning',
      message: `no lists ${missing.map((name) => `'${name}'`).join(', ')}: leads are not put on them; there are: ${shown(rows)}`,
    });
  }
  found.push(...listNames.flatMap((name) => alikeLists(name, named)));
  addIncompleteList('lists', before, found);
}

/** Reports lists whose names differ from ours, or from each other, in case alone, and which of them is used. */
function alikeLists(name: string, lists: readonly { id: number; name: string }[]): PsaSetupProblem[] {
  const alike = lists.filter((list) => listKey(list.name) === listKey(name));
  const used = findList(lists, name);
  if (used === null || alike.length < 2) {
    return [];
  }
  const names = alike.map((list) => `'${list.name}' (${list.id})`).join(', ');
  const message = `several lists may be '${name}': ${names}; leads are put on '${used.name}' (${used.id})`;
  return [{ level: 'warning', message }];
}

function addIncompleteList(what: string, before: number, found: PsaSetupProblem[]): void {
  if (found.length === before) {
    found.push({ level: 'ok', message: `all ${what} are there under our names` });
  }
}

function sameName(one: string, other: string): boolean {
  const bare = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '');
  return bare(one) === bare(other);
}
