import { beforeEach, describe, expect, it } from '@jest/globals';

import { psaCaller, type Call } from '../testing/psa-caller.js';
import { startSimulator } from '../testing/start-simulator.js';

interface Page {
  readonly page_no: number;
  readonly page_size: number;
  readonly record_count?: number;
  readonly tickets: readonly { id: number }[];
}

describe('paging', () => {
  const psa = startSimulator();
  let call: Call;
  let ids: number[];
  beforeEach(async () => {
    call = await psaCaller(psa);
    ids = psa.seedTickets(230, { companies: 3 });
  });

  const page = async (query: string): Promise<Page> => (await call('GET', `/Tickets?${query}`)).body as Page;
  const idsOf = ({ tickets }: Page): number[] => tickets.map((ticket) => ticket.id);

  it('returns each ticket once over all pages, with the whole count', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map((number) => page(`pageinate=true&page_size=100&page_no=${number}`)),
    );
    expect(pages.map(({ tickets }) => tickets.length)).toEqual([100, 100, 30, 0]);
    expect(pages[2]).toMatchObject({ page_no: 3, page_size: 100, record_count: 230 });
    expect(pages.flatMap(idsOf)).toEqual(ids);
  });

  it('holds at most 100, whatever is asked', async () => {
    const response = await page('pageinate=true&page_size=1000&page_no=1');
    expect([response.page_size, idsOf(response)]).toEqual([100, ids.slice(0, 100)]);
  });

  it('cuts at 100 without a word where no paging is asked for', async () => {
    expect(idsOf(await page('page_no=2&page_size=100'))).toEqual(ids.slice(0, 100));
  });

  it('gives the newest first where the dialect says so', async () => {
    psa.setDialect({ order: 'newest_first' });
    const last = await page('pageinate=true&page_size=100&page_no=3');
    expect(idsOf(last)).toEqual(ids.slice(0, 30).reverse());
    expect(idsOf(await page('pageinate=true&page_size=100&page_no=4'))).toEqual([]);
  });

  it('counts the page alone, or what it does not show, where the dialect says so', async () => {
    psa.setDialect({ countedRows: 'page', pageCap: 30 });
    expect(await page('pageinate=true&page_size=100&page_no=8')).toMatchObject({ record_count: 20 });
    psa.setDialect({ countedRows: 'hidden_too' });
    expect(await page('pageinate=true&page_size=100&page_no=8')).toMatchObject({ record_count: 231 });
  });

  it('gives another order every time where the dialect has none', async () => {
    psa.setDialect({ order: 'none', pageCap: 1000 });
    const [first, second] = [
      await page('pageinate=true&page_size=1000'),
      await page('pageinate=true&page_size=1000'),
    ];
    expect(idsOf(first)).not.toEqual(idsOf(second));
    expect(idsOf(first).toSorted((a, b) => a - b)).toEqual(ids);
  });

  it('returns everything every time where the dialect ignores paging', async () => {
    psa.setDialect({ paging: 'ignored' });
    const first = await page('pageinate=true&page_size=100&page_no=1');
    expect([idsOf(first), first.page_size]).toEqual([ids, 230]);
    expect(idsOf(await page('pageinate=true&page_size=100&page_no=2'))).toEqual(ids);
  });

  it('responds without a count, as a bare array, or with a lower cap', async () => {
    psa.setDialect({ recordCount: false });
    expect(await page('pageinate=true&page_size=2')).not.toHaveProperty('record_count');
    psa.setDialect({ pageCap: 30 });
    const capped = await page('pageinate=true&page_size=100&page_no=8');
    expect([capped.page_size, idsOf(capped)]).toEqual([30, ids.slice(210)]);
    psa.setDialect({ lists: 'bare' });
    expect(await page('pageinate=true&page_size=2')).toMatchObject([{ id: ids[0] }, { id: ids[1] }]);
  });

  it('may be of an order that says nothing: the same one for lists, another one for every search', async () => {
    psa.setDialect({ order: 'arbitrary', pageCap: 50 });
    const all = async (search: string): Promise<number[]> => {
      const pages = [1, 2, 3, 4, 5].map((number) => page(`pageinate=true&page_no=${number}${search}`));
      return (await Promise.all(pages)).flatMap(idsOf);
    };
    const listed = await all('');
    expect(listed).not.toEqual(ids);
    expect([...listed].sort((one, other) => one - other)).toEqual(ids);
    expect(await all('')).toEqual(listed);
    expect(await all('&search=company')).not.toEqual(await all('&search=company'));
  });
});
