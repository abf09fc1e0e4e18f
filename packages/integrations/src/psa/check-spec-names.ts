import { findList, listKey, PSA_STATUS_IDS, STATUSES, statusName } from '@leadbridge/domain';
import type { PsaNamed } from '@leadbridge/usecases';

import { warning, working, type PsaSetupProblem } from '../psa-setup-problem.js';
import { readNamed } from './read-entities.js';
import type { JsonRecord } from './read-json.js';

export interface SpecNames {
  /** Our statuses whose id differs from the specification's, by name. */
  readonly statusIds: Readonly<Partial<Record<string, number>>>;
  readonly listNames: readonly string[];
}

const leadType = 1;
const prospectType = 2;
/** If a name is missing, at most this many existing names are listed. */
const maxNamesShown = 25;

type Rows = readonly JsonRecord[] | null;

/** A line for each of the differences, or one that there is none; nothing if the PSA has no such look-up. */
function checkNames(
  what: string,
  rows: Rows,
  differences: (named: readonly PsaNamed[]) => readonly string[],
): readonly PsaSetupProblem[] {
  if (rows === null) {
    return [];
  }
  const found = differences(rows.flatMap((row) => readNamed(row) ?? []));
  return found.length === 0 ? [working(`all ${what} are there under our names`)] : found.map(warning);
}

function shown(named: readonly PsaNamed[]): string {
  const first = named.slice(0, maxNamesShown);
  return first.map(({ id, name }) => `${name} (${id})`).join(', ') || 'none';
}

export function checkStatuses(rows: Rows, { statusIds }: SpecNames): readonly PsaSetupProblem[] {
  return checkNames('statuses', rows, (named) =>
    Object.values(STATUSES)
      .flat()
      .flatMap((status) => {
        const name = statusName(status);
        const id = statusIds[status] ?? PSA_STATUS_IDS[status];
        const byId = named.find((each) => each.id === id);
        if (id === undefined) {
          return named.some((each) => sameName(each.name, name))
            ? []
            : `no status '${name}': tickets do not show it, unless status_ids of PUT /config names one; there are: ${shown(named)}`;
        }
        if (byId === undefined) {
          return `no status ${id} (${name}); there are: ${shown(named)}`;
        }
        return sameName(byId.name, name)
          ? []
          : `status ${id} is used for ${name}, but is called '${byId.name}' in the PSA: if it means something else, set status_ids with PUT /config`;
      }),
  );
}

export function checkTypes(rows: Rows): readonly PsaSetupProblem[] {
  const wanted = [
    [leadType, 'Lead'],
    [prospectType, 'Prospect'],
  ] as const;
  return checkNames('ticket types', rows, (named) =>
    wanted.flatMap(([id, name]) => {
      const type = named.find((each) => each.id === id);
      if (type === undefined) {
        return `no ticket type ${id}, which is ${name}; there are: ${shown(named)}`;
      }
      return sameName(type.name, name)
        ? []
        : `ticket type ${id} is used for ${name}, but is called '${type.name}' in the PSA`;
    }),
  );
}

export function checkLists(rows: Rows, { listNames }: SpecNames): readonly PsaSetupProblem[] {
  return checkNames('lists', rows, (named) => {
    const present = new Set(named.map(({ name }) => listKey(name)));
    const missing = listNames.filter((name) => !present.has(listKey(name))).map((name) => `'${name}'`);
    const lacking =
      missing.length === 0
        ? []
        : [`no lists ${missing.join(', ')}: leads are not put on them; there are: ${shown(named)}`];
    return [...lacking, ...listNames.flatMap((name) => alikeLists(name, named))];
  });
}

/** Reports lists whose names differ from ours, or from each other, in case alone, and which of them is used. */
function alikeLists(name: string, lists: readonly PsaNamed[]): readonly string[] {
  const alike = lists.filter((list) => listKey(list.name) === listKey(name));
  const used = findList(lists, name);
  if (used === null || alike.length < 2) {
    return [];
  }
  const names = alike.map((list) => `'${list.name}' (${list.id})`).join(', ');
  return [`several lists may be '${name}': ${names}; leads are put on '${used.name}' (${used.id})`];
}

function sameName(one: string, other: string): boolean {
  const bare = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '');
  return bare(one) === bare(other);
}
