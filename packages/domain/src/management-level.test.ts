import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MANAGEMENT_LEVELS, managementLevel, type ManagementLevel } from './management-level.js';
import { anyText } from './testing/arbitraries.js';

describe('decision "CF_109 values"', () => {
  it('are these', () => {
    expect(MANAGEMENT_LEVELS).toEqual([
      'C-Suite',
      'VP',
      'Director',
      'Manager',
      'Senior',
      'Entry',
      'Owner',
      'Partner',
      'Other',
    ]);
  });
});

describe('specification, "Provider field mapping", 109, provider A: "seniority"', () => {
  it.each([
    ['owner', 'Owner'],
    ['founder', 'Owner'],
    ['c_suite', 'C-Suite'],
    ['partner', 'Partner'],
    ['vp', 'VP'],
    ['head', 'Director'],
    ['director', 'Director'],
    ['manager', 'Manager'],
    ['senior', 'Senior'],
    ['entry', 'Entry'],
    ['intern', 'Entry'],
  ])('%s is %s', (seniority, level) => {
    expect(managementLevel(seniority)).toBe(level);
  });
});

describe('specification, "Provider field mapping", 109, provider B: "managementLevel"', () => {
  it.each([
    ['C-Level', 'C-Suite'],
    ['VP-Level', 'VP'],
    ['Director', 'Director'],
    ['Manager', 'Manager'],
    ['Non-Manager', 'Other'],
  ])('%s is %s', (word, level) => {
    expect(managementLevel(word)).toBe(level);
  });
});

describe('specification, "Provider field mapping", 109, provider C: "derived from position"', () => {
  it.each([
    ['Chief Executive Officer', 'C-Suite'],
    ['CEO', 'C-Suite'],
    ['CTO & Co-Founder', 'C-Suite'],
    ['Chief Information Security Officer', 'C-Suite'],
    ['President', 'C-Suite'],
    ['Vice President of Sales', 'VP'],
    ['Senior Vice President', 'VP'],
    ['SVP Marketing', 'VP'],
    ['VP, Engineering', 'VP'],
    ['Founder', 'Owner'],
    ['Co-Founder', 'Owner'],
    ['Business Owner', 'Owner'],
    ['Product Owner', 'Other'],
    ['Managing Partner', 'Partner'],
    ['Partner', 'Partner'],
    ['Partner Manager', 'Manager'],
    ['HR Business Partner', 'Other'],
    ['Managing Director', 'Director'],
    ['Head of Finance', 'Director'],
    ['Assistant Director', 'Director'],
    ['IT Manager', 'Manager'],
    ['Team Lead', 'Manager'],
    ['Senior Software Engineer', 'Senior'],
    ['Sr. Analyst', 'Senior'],
    ['Principal Consultant', 'Senior'],
    ['Lead Developer', 'Senior'],
    ['Junior Developer', 'Entry'],
    ['Marketing Intern', 'Entry'],
    ['Executive Assistant to the CEO', 'Entry'],
    ['Assistant to the President', 'Entry'],
    ['Software Engineer', 'Other'],
    ['代表取締役', 'Other'],
  ])('%s is %s', (position, level) => {
    expect(managementLevel(position)).toBe(level);
  });
});

const titles: Readonly<Record<ManagementLevel, readonly string[]>> = {
  'C-Suite': [
    ...[
      'C.E.O.',
      'C.E.O',
      'C. E. O.',
      'c.f.o.',
      'Chairman',
      'Chairwoman',
      'Board Chair',
      'CCO',
      'CDO',
      'C.T.O. / Founder',
    ],
    ...[
      'Co-CEO',
      'Deputy CEO',
      'Director General',
      'Geschäftsführer',
      'Geschäftsführerin',
      'Geschäftsführer*in',
      'GESCHÄFTSFÜHRER',
    ],
    ...[
      'Vorstand Finanzen',
      'Vorstandsvorsitzender',
      'Mitglied der Geschäftsleitung',
      'Generaldirektorin',
      'PDG',
      'P.-D.G.',
    ],
    ...[
      'P.D.G.',
      'Président-Directeur Général',
      'Directrice générale',
      'Gérant',
      'Director General',
      'Directora general',
    ],
    ...[
      'Consejero delegado',
      'Gerente General',
      'Presidente',
      'Amministratore delegato',
      'Direttrice generale',
      'Amministratore Unico',
    ],
    ...['Algemeen directeur', 'Voorzitter Raad van Bestuur', 'Bestuurder'],
  ],
  VP: [
    'V.P. of Sales',
    'V.P., Sales',
    'Sr. V.P.',
    'S.V.P. Marketing',
    'Vice-président',
    'Vicepresidenta',
    'Vizepräsident Vertrieb',
  ],
  Director: [
    ...[
      'Vertriebsleiter',
      'Leiterin Einkauf',
      'IT-Leitung',
      'Direktor Marketing',
      'Directeur commercial',
      'Directrice des achats',
      'D.S.I.',
    ],
    ...[
      'Directora de Marketing',
      'Subdirector',
      'Direttore vendite',
      'Direttrice',
      'Hoofd ICT',
      'Financieel directeur',
    ],
  ],
  Manager: [
    ...[
      'Teamleiter',
      'Projektleiterin',
      'Responsable des ventes',
      'Chef de projet',
      "Chef d'équipe",
      'Gerente de ventas',
      'Jefa de compras',
    ],
    ...['Responsabile acquisti', 'Teamleider', 'Projectleider', 'Key Account Managerin', 'I.T. Manager'],
  ],
  Senior: ['Sr. Engineer', 'Expertin Datenschutz', 'Experto en redes'],
  Entry: [
    ...[
      'EA to CEO',
      'E.A. to C.E.O.',
      'EA to the Chairman',
      'PA to MD',
      'P.A. to the President',
      "CEO's Assistant",
      'Secretary to the Chairman',
    ],
    ...[
      'Assistenz der Geschäftsführung',
      'Assistentin des Vorstands',
      'Vorstandsassistent',
      'Assistante de direction',
      'Assistant du PDG',
    ],
    ...[
      'Secrétaire de direction',
      'Asistente de dirección general',
      'Secretaria del director',
      'Assistente del direttore generale',
    ],
    ...[
      'Segretaria di direzione',
      'Directiesecretaresse',
      'Assistent van de directeur',
      'Praktikantin',
      'Stagiaire',
      'Becario',
      'Stagista',
    ],
    ...['Auszubildender', 'Sachbearbeiter'],
  ],
  Owner: [
    ...[
      'Inhaber',
      'Gründerin',
      'Mitgründer',
      'Gesellschafter',
      'Fondateur',
      'Cofondatrice',
      'Propriétaire',
      'Fundadora',
      'Dueño',
    ],
    ...['Titolare', 'Fondatore', 'Eigenaar', 'Oprichter'],
  ],
  Partner: ['Associé', 'Socia', 'Vennoot', 'Partnerin'],
  Other: [
    'Advisor to the CEO',
    'Consultant to the Board',
    'Chef de cuisine',
    'Ingeniero',
    'Berater',
    'Medewerker',
    'Company Secretary',
  ],
};

describe('titles with dots, and in other languages', () => {
  const cases = Object.entries(titles).flatMap(([level, list]) =>
    list.map((title) => [title, level] as const),
  );

  it.each(cases)('%s is %s', (title, level) => {
    expect(managementLevel(title)).toBe(level);
  });

  it('are the same in capitals, without accents and with a remark behind them', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...cases),
        fc.constantFrom(' (m/w/d)', '', ' - EMEA', ', Berlin'),
        ([title, level], behind) => {
          const plain = title.normalize('NFD').replaceAll(/[\u0300-\u036f]/gu, '');
          for (const spelt of [title, title.toUpperCase(), plain]) {
            // A company may stand behind a partner: `Partner Berlin` is none.
            if (level !== 'Partner' || behind === '') expect(managementLevel(spelt + behind)).toBe(level);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('are the same with dots between the letters of an abbreviation', () => {
    const dotted = (letters: string): string => [...letters].map((letter) => `${letter}.`).join('');
    for (const word of [
      'CEO',
      'CFO',
      'CTO',
      'COO',
      'CIO',
      'CMO',
      'CCO',
      'CPO',
      'CRO',
      'CSO',
      'CDO',
      'VP',
      'SVP',
      'EVP',
    ]) {
      expect([word, managementLevel(`${dotted(word)} Europe`)]).toEqual([word, managementLevel(word)]);
      expect([word, managementLevel(word)]).not.toContain('Other');
    }
  });
});

describe('nothing to read', () => {
  it.each([null, '', '  ', '---'])('%p has no level', (position) => {
    expect(managementLevel(position)).toBeNull();
  });
});

describe('laws', () => {
  it('every result is one of the values, and case does not matter', () => {
    fc.assert(
      fc.property(anyText, (position) => {
        const level = managementLevel(position);
        if (level !== null) expect(MANAGEMENT_LEVELS).toContain(level);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (position) => {
        expect(managementLevel(position.toUpperCase())).toBe(managementLevel(position.toLowerCase()));
      }),
    );
  });

  it('a value is its own level', () => {
    for (const level of MANAGEMENT_LEVELS) expect(managementLevel(level)).toBe(level);
  });
});
