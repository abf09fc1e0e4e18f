import { toWords } from './comparison-form.js';

/** The industries that have lists, with the other words that match each; longer words win. */
const INDUSTRIES: Readonly<Record<string, readonly string[]>> = {
  Accounting: [],
  Aerospace: ['aviation', 'defense', 'airlines'],
  Agriculture: ['farming', 'agritech'],
  Automotive: ['automobile'],
  Banking: ['banks', 'bank'],
  Biotechnology: ['biotech', 'life sciences'],
  Chemicals: ['chemical'],
  Construction: ['building materials', 'civil engineering'],
  Consulting: ['management consulting', 'consultancy', 'business services'],
  'Consumer Goods': ['consumer products'],
  Cybersecurity: [
    'computer and network security',
    'computer & network security',
    'network security',
    'cyber security',
  ],
  'E-Commerce': ['ecommerce', 'e commerce'],
  Education: ['higher education', 'e learning', 'schools', 'universities', 'university'],
  Energy: ['oil & gas', 'oil and gas', 'renewables', 'oil & energy', 'renewables & environment'],
  Engineering: [],
  Entertainment: ['gaming', 'music', 'motion pictures'],
  Finance: [],
  'Financial Services': ['investment management', 'investment banking', 'capital markets', 'fintech'],
  'Food & Beverage': ['food and beverage', 'food & beverages', 'food production', 'restaurants'],
  Government: ['public sector', 'government administration'],
  Healthcare: [
    'health care',
    'hospital & health care',
    'hospitals',
    'medical',
    'medical practice',
    'medical devices',
  ],
  Hospitality: ['hotels', 'travel', 'tourism', 'leisure'],
  'Human Resources': ['staffing', 'staffing & recruiting', 'staffing and recruiting', 'recruiting'],
  'Information Technology': [
    'information technology & services',
    'information technology and services',
    'it services',
    'managed services',
    'managed it services',
  ],
  Insurance: [],
  Internet: [],
  Legal: ['law', 'law practice', 'legal services', 'law firms'],
  Logistics: ['supply chain', 'warehousing', 'logistics & supply chain'],
  Manufacturing: ['machinery', 'industrial automation', 'industrial'],
  Marketing: ['marketing & advertising', 'marketing and advertising', 'advertising', 'public relations'],
  Media: ['publishing', 'newspapers', 'broadcast media', 'online media'],
  Mining: ['metals', 'mining & metals'],
  Nonprofit: ['non profit', 'nonprofit organization management', 'philanthropy', 'charity'],
  Pharmaceuticals: ['pharmaceutical', 'pharma'],
  'Professional Services': [],
  'Real Estate': ['commercial real estate', 'property'],
  Retail: ['wholesale', 'supermarkets'],
  SaaS: ['software as a service'],
  Software: ['computer software', 'software development'],
  Technology: ['computer hardware', 'hardware', 'semiconductors', 'electronics'],
  Telecommunications: ['telecom', 'telecommunication', 'wireless'],
  Transportation: ['trucking', 'railroad', 'freight', 'maritime'],
  Utilities: ['utility', 'water', 'electricity'],
};

export const industries: readonly string[] = Object.keys(INDUSTRIES);

/** With a blank on both sides. */
const WORDS: readonly (readonly [string, string])[] = Object.entries(INDUSTRIES)
  .flatMap(([industry, others]) =>
    [toWords(industry), ...others].map((word) => [` ${word} `, industry] as const),
  )
  .sort(([one], [other]) => other.length - one.length || (one < other ? -1 : 1));

/** The industry that the first segment of CF_102 names; null if none that has a list. */
export function industryOf(servicesOffered: string | null): string | null {
  const firstSegment = (servicesOffered ?? '').split(/[;,|/\n]/u)[0] ?? '';
  const words = ` ${toWords(firstSegment)} `;
  return WORDS.find(([word]) => words.includes(word))?.[1] ?? null;
}
