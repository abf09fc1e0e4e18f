import type { PsaIo, PsaListing } from '../psa/psa-dialect.js';
import type { JsonRecord } from '../psa/read-json.js';
import type { HaloMap } from './halo-map.js';
import { oldestFirst, tickets } from './requests.js';

/** The largest page of this PSA. */
const maxIds = 100;
/**
 * Builds that do not know the filter for ids and return other tickets; forgotten when the names are looked up
 * again.
 */
const ignoringIds = new WeakSet<HaloMap>();

/** What the PSA's list shows of these tickets; possibly not all of them, as it is with a build that does not know the filter. */
export async function ticketsByIds<T extends { readonly id: number }>(
  { io, map }: { readonly io: PsaIo; readonly map: HaloMap },
  ids: readonly number[],
  query: NonNullable<PsaListing['query']>,
  read: (row: JsonRecord) => T | null,
): Promise<readonly T[]> {
  const found: T[] = [];
  for (let from = 0; from < ids.length && !ignoringIds.has(map); from += maxIds) {
    const asked = ids.slice(from, from + maxIds);
    const listing = { ...tickets, query: { ticketids: asked.join(','), ...query, ...oldestFirst } };
    const { items } = await io.page(listing, read, 1);
    if (items.some(({ id }) => !asked.includes(id))) {
      ignoringIds.add(map);
      break;
    }
    found.push(...items);
  }
  return found;
}
