/**
 * Words of company names whose letters have a case of their own, whatever the case of the rest. A form of
 * several words is written with single spaces. Forms whose spelling differs between countries, such as
 * `S.R.L.`, are left out.
 */

/** Legal forms that are hardly ever another word. */
const LEGAL_FORMS = [
  // German, Austrian, Swiss
  // A bracket is no part of a word, so the last one of a form is left out.
  'GmbH, gGmbH, mbH, UG (haftungsbeschränkt, AG, gAG, KG, KGaA, OHG, GbR, PartG, PartGmbB, GesmbH, Co.KG, Co.KGaA, GmbH&Co.KG, GmbH&Co',
  // English
  'LLP, LLLP, PLLC, Pty, Pte, Pvt, Sdn, Bhd',
  // Dutch, Belgian
  'B.V., BV, BVBA, N.V., NV, VOF, VZW, CVBA',
  // French, Luxembourgish
  'SASU, SARL, Sàrl, EURL, S.à r.l., S.à.r.l., S.à rl, S.a r.l., SCSp',
  // Italian, Spanish, Portuguese, Latin American
  'S.p.A., Srls, S.A. de C.V., SA de CV, S.A.B. de C.V., S.A.P.I. de C.V., S. de R.L., S. de R.L. de C.V., Ltda, Lda, EIRELI',
  // Finnish, Danish, Estonian, Lithuanian, Icelandic
  'Oyj, ApS, OÜ, UAB, ehf., hf.',
  // Polish, Czech, Slovak, Hungarian, Slovene, Croatian, Serbian, Bulgarian
  'Sp. z o.o., Spółka z o.o., Sp. z o. o., Sp. z oo, Sp.z o.o., Sp.k., Sp. k., Sp.j., Sp. j., Sp. z o.o. Sp.k., Sp. z o.o. Sp. k.',
  's.r.o., spol. s r.o., d.o.o., j.d.o.o., Kft, Zrt, Nyrt, EOOD',
  // Turkish, Russian, Ukrainian
  'A.Ş., Ltd. Şti., OOO, OAO, ZAO, PAO, ООО, ОАО, ЗАО, ПАО, АО, ТОВ',
] as const;

/** Legal forms that may also be a word, initials or a name: they count at the end of a name, in one case. */
const FINAL_LEGAL_FORMS = [
  'SE, UG, eG, e.G., e.K., e.V., CIC, LP, PC, SA, SAS, SCA, SNC, SL, SLU, SAU, SpA, CV, AB, AS, ASA, Oy, SIA, AD, OOD, EAD',
] as const;

const ACRONYMS = [
  'ABB, ABN, ADAC, ADM, ADP, AIG, AMD, AMRO, AOK, AOL, ARD, ASML, AT&T, AWS, AXA, BASF, BBC, BBVA, BMW, BNP, BP, BYD, C&A',
  'CBRE, CBS, CNN, CVS, DAK, DB, DHL, DKV, DZ, EDF, EnBW, E.ON, ESPN, EY, GE, GM, H&M, HBO, HCL, HDI, HP, HPE, HSBC, HUK',
  'IBM, IHG, IKEA, JLL, KfW, KKR, KLM, KPMG, LBBW, LG, LVMH, M&A, MSC, MTU, MTV, NASA, NATO, NBC, NCR, NEC, NTT, NXP, OECD',
  'OMV, P&G, PwC, R&D, RTL, RWE, SAP, SBB, SGS, SKF, SNCF, TCS, TDK, TSMC, TUI, TÜV, UBS, UNESCO, UNICEF, VW, WDR, ZDF, ZF',
  'ÖBB, AI, B2B, B2C, CRM, ERP, EU, HR, HVAC, ICT, PLC, SEO, TV, UAE, UK, USA, VR',
  'II, III, IV, VII, VIII, IX',
] as const;

/** Acronyms that are another word in small letters. */
const CAPITAL_ACRONYMS = ['IT, PR, UPS'] as const;

/** Particles of family names and places: they may also be the first word. */
const NAME_PARTICLES =
  'von vom zu zum zur der den dem van ter ten te de del della dello dei degli di da dal do dos das du la le les las los lo ' +
  'el af av bin ibn al';

/** Words that are small only behind others. */
const SMALL_WORDS =
  'of the and for in on at by to from with und für im am auf bei aus des die et sur sous aux au en op voor y e i og och ja ' +
  'z w na plc a.s. k.s. v.o.s. d.d.';

/** The spelling of each legal form, by the same in small letters. */
export const legalForms = bySmallLetters(LEGAL_FORMS);
export const finalLegalForms = bySmallLetters(FINAL_LEGAL_FORMS);
export const acronyms = bySmallLetters(ACRONYMS);
export const capitalAcronyms: ReadonlySet<string> = new Set(bySmallLetters(CAPITAL_ACRONYMS).values());
export const nameParticles: ReadonlySet<string> = new Set(NAME_PARTICLES.split(' '));
export const smallWords: ReadonlySet<string> = new Set(SMALL_WORDS.split(' '));

/** The most words that a legal form has. */
export const longestForm = Math.max(...[...legalForms.keys()].map((form) => form.split(' ').length));

function bySmallLetters(lists: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    lists
      .join(', ')
      .split(', ')
      .map((form) => [form.toLowerCase(), form]),
  );
}
