import { industryOf } from './industry.js';

/** The names of the PSA's lists. `<label>` is replaced by the source's label, `<name>` by the industry. */
export interface ListNames {
  readonly hot: string;
  readonly warm: string;
  readonly cold: string;
  readonly enterprise: string;
  readonly midMarket: string;
  readonly smallBusiness: string;
  readonly doNotContact: string;
  readonly source: string;
  readonly industry: string;
}

export const defaultListNames: ListNames = {
  hot: 'Hot',
  warm: 'Warm',
  cold: 'Cold',
  enterprise: 'Enterprise',
  midMarket: 'Mid-Market',
  smallBusiness: 'Small Business',
  doNotContact: 'Do Not Contact',
  source: 'Source: <label>',
  industry: 'Industry: <name>',
};

export interface ListFacts {
  readonly sourceLabel: string;
  /** CF_206; null counts as 0. */
  readonly fitScore: number | null;
  /** CF_102. */
  readonly servicesOffered: string | null;
  /** Number of employees, see `companySize`. */
  readonly companySize: number | null;
  /** CF_105. */
  readonly doNotContact: boolean;
}

/** Each once, in the order of the specification's table ("List assignment after lead creation"). */
export function assignLists(facts: ListFacts, names: ListNames = defaultListNames): string[] {
  const industry = industryOf(facts.servicesOffered);
  const lists = [
    names.source.replaceAll('<label>', () => facts.sourceLabel),
    fitList(facts.fitScore ?? 0, names),
    industry === null ? null : names.industry.replaceAll('<name>', () => industry),
    sizeList(facts.companySize ?? 0, names),
    facts.doNotContact ? names.doNotContact : null,
  ];
  return [...new Set(lists.filter((list) => list !== null))];
}

function fitList(fitScore: number, names: ListNames): string {
  if (fitScore > 80) return names.hot;
  return fitScore >= 60 ? names.warm : names.cold;
}

function sizeList(employees: number, names: ListNames): string | null {
  if (employees >= 500) return names.enterprise;
  if (employees >= 50) return names.midMarket;
  return employees >= 1 ? names.smallBusiness : null;
}
