import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyText, companyName } from '../testing/arbitraries.js';
import { companyKey } from '../company-key.js';
import { properCase } from './company-casing.js';
import { cleanCompanyName, withoutLegalForm } from './company-name.js';
import { acronyms, finalLegalForms, legalForms, nameParticles, smallWords } from './company-words.js';

describe('specification, "Data cleansing": "the words Inc, LLC, Ltd, Corp (optional trailing dot) are removed"', () => {
  it.each([
    ['Acme Inc', 'Acme'],
    ['Acme Inc.', 'Acme'],
    ['Acme, Inc.', 'Acme'],
    ['Acme LLC', 'Acme'],
    ['Acme LLC.', 'Acme'],
    ['Acme Ltd', 'Acme'],
    ['Acme Ltd.', 'Acme'],
    ['Acme Corp', 'Acme'],
    ['Acme Corp.', 'Acme'],
    ['Acme inc', 'Acme'],
    ['Acme INC.', 'Acme'],
    ['Acme (Ltd)', 'Acme'],
    ['Acme Holdings, LLC, Inc.', 'Acme Holdings'],
    ['Acme Inc. Europe', 'Acme Europe'],
    ['Acme Ltd (Europe)', 'Acme (Europe)'],
  ])('%s is %s', (given, expected) => {
    expect(cleanCompanyName(given)).toBe(expected);
  });

  it.each([
    'Incyte',
    'Corporate Travel',
    'Limited Brands',
    'Corpus',
    'Inc.com',
    'Llcool',
    'Acme Co.',
    'Acme GmbH',
  ])('leaves %s, which only looks like a legal form', (name) => {
    expect(cleanCompanyName(name)).toBe(name);
  });

  it.each([
    ['Inc.', 'Inc.'],
    ['LLC', 'LLC'],
    ['Corp, Inc.', 'Corp, Inc.'],
    ['  ltd ', 'Ltd'],
  ])('keeps a name that consists only of such words: %s', (given, expected) => {
    expect(cleanCompanyName(given)).toBe(expected);
  });

  it('finds a word that another one hid', () => {
    expect(withoutLegalForm('Acme (Inc (LLC))')).toBe('Acme');
  });
});

describe('specification, "Data cleansing": "then the name is proper-cased"', () => {
  it.each([
    ['acme', 'Acme'],
    ['ACME', 'Acme'],
    ['acme widgets', 'Acme Widgets'],
    ['ACME WIDGETS', 'Acme Widgets'],
    ['acme WIDGETS', 'Acme Widgets'],
    ['bank of america', 'Bank Of America'],
    ['BANK OF AMERICA CORP', 'Bank Of America'],
    ['coca-cola', 'Coca-Cola'],
    ['COCA-COLA', 'Coca-Cola'],
    ['smith & sons', 'Smith & Sons'],
    ["o'reilly media", "O'Reilly Media"],
    ["wendy's", "Wendy's"],
    ["WENDY'S", "Wendy's"],
    ['acme (europe)', 'Acme (Europe)'],
    ['élan vital', 'Élan Vital'],
    ['ÖSTERREICH', 'Österreich'],
    ['яндекс', 'Яндекс'],
    ['amazon.com', 'Amazon.com'],
  ])('%s is %s', (given, expected) => {
    expect(cleanCompanyName(given)).toBe(expected);
  });

  it.each(["McDonald's", 'eBay', 'TechCorp', 'iRobot', 'JPMorgan Chase', 'AstraZeneca'])(
    'leaves %s, because mixed case is intended',
    (name) => {
      expect(cleanCompanyName(name)).toBe(name);
    },
  );

  it.each(['IBM', 'SAP', '3M', 'AT&T', 'IBM Global Services', 'HP'])('leaves the acronym in %s', (name) => {
    expect(cleanCompanyName(name)).toBe(name);
  });

  it.each(['7-Eleven', '3com', '株式会社トヨタ', 'الشركة', '삼성전자', '🚀'])(
    'leaves %s, because digits and scripts without case have no proper case',
    (name) => {
      expect(cleanCompanyName(name)).toBe(name);
    },
  );

  it('leaves letters that do not survive conversion to upper case and back', () => {
    expect(cleanCompanyName('ßeta')).toBe('ßeta');
    expect(cleanCompanyName('ıstanbul')).toBe('ıstanbul');
    expect(cleanCompanyName('ǰbank')).toBe('ǰbank');
  });

  it('treats a letter like its plain form', () => {
    expect(cleanCompanyName('ﬁnance')).toBe('Finance');
    expect(cleanCompanyName('ＡＣＭＥ')).toBe('Acme');
    expect(cleanCompanyName('Acme™ Nº 1')).toBe('Acme™ Nº 1');
  });
});

describe('letters with a case of their own', () => {
  it.each([
    ['J.P. MORGAN', 'J.P. Morgan'],
    ['j.p. morgan', 'J.P. Morgan'],
    ['J.P.MORGAN CHASE', 'J.P.Morgan Chase'],
    ['A.P. Moller', 'A.P. Moller'],
    ['A.P. MOLLER-MAERSK A/S', 'A.P. Moller-Maersk A/S'],
    ['U.S.A. STEEL', 'U.S.A. Steel'],
    ['S.A.', 'S.A.'],
    ['ACME S.A.', 'Acme S.A.'],
    ['ACME S.A', 'Acme S.A'],
    ['PEUGEOT S.A.S.', 'Peugeot S.A.S.'],
    ['acme s.a.', 'Acme S.A.'],
    ['ΑΛΦΑ Α.Ε.', 'Αλφα Α.Ε.'],
  ])('a dot behind each: %s is %s', (given, expected) => {
    expect(cleanCompanyName(given)).toBe(expected);
  });

  it.each(['x.com', 'X.COM', 'amazon.com', 'AMAZON.COM'])('no dots of a domain: %s', (name) => {
    expect(cleanCompanyName(name)).not.toMatch(/\.C/u);
  });

  it.each([
    ['GMBH', 'GmbH'],
    ['IBM DEUTSCHLAND GMBH', 'IBM Deutschland GmbH'],
    ['ibm deutschland gmbh', 'IBM Deutschland GmbH'],
    ['XYZ GMBH', 'XYZ GmbH'],
    ['Acme Gmbh', 'Acme GmbH'],
    ['ACME GMBH & CO. KG', 'Acme GmbH & Co. KG'],
    ['acme gmbh & co. kgaa', 'Acme GmbH & Co. KGaA'],
    ['ACME SE & CO. KGAA', 'Acme SE & Co. KGaA'],
    ['ACME GMBH & CO.KG', 'Acme GmbH & Co.KG'],
    ['ACME GMBH&CO.KG', 'Acme GmbH&Co.KG'],
    ['GRUPO ACME S.A.B. DE C.V.', 'Grupo Acme S.A.B. de C.V.'],
    ['OOO ROMASHKA', 'OOO Romashka'],
    ['NORD ACME UG (HAFTUNGSBESCHRÄNKT)', 'Nord Acme UG (haftungsbeschränkt)'],
    ['Acme Ug (Haftungsbeschränkt)', 'Acme UG (haftungsbeschränkt)'],
    ['acme ug (haftungsbeschränkt) & co. kg', 'Acme UG (haftungsbeschränkt) & Co. KG'],
    ['ACME, GMBH', 'Acme, GmbH'],
    ['ACME (GMBH)', 'Acme (GmbH)'],
    ['SPORTVEREIN ACME E.V.', 'Sportverein Acme e.V.'],
    ['ACME B.V.', 'Acme B.V.'],
    ['acme bv', 'Acme BV'],
    ['Acme B.v.', 'Acme B.V.'],
    ['acme n.v.', 'Acme N.V.'],
    ['ACME S.À R.L.', 'Acme S.à r.l.'],
    ['Acme S.à R.l.', 'Acme S.à r.l.'],
    ['ACME SÀRL', 'Acme Sàrl'],
    ['ACME SP. Z O.O.', 'Acme Sp. z o.o.'],
    ['Acme Sp. Z O.o.', 'Acme Sp. z o.o.'],
    ['acme sp. z o.o.', 'Acme Sp. z o.o.'],
    ['ACME SP. Z O.O. SP. K.', 'Acme Sp. z o.o. Sp. k.'],
    ['ACME S.P.A.', 'Acme S.p.A.'],
    ['ACME S.R.O.', 'Acme s.r.o.'],
    ['ACME D.O.O.', 'Acme d.o.o.'],
    ['CEMENTOS ACME S.A. DE C.V.', 'Cementos Acme S.A. de C.V.'],
    ['ACME PTY LTD', 'Acme Pty'],
    ['SMITH & JONES LLP', 'Smith & Jones LLP'],
    ['EQUINOR ASA', 'Equinor ASA'],
    ['ACME PLC', 'Acme PLC'],
    ['Acme plc', 'Acme plc'],
    ['ООО «РОМАШКА»', 'ООО «Ромашка»'],
  ])('legal forms: %s is %s', (given, expected) => {
    expect(cleanCompanyName(given)).toBe(expected);
  });

  it.each(['Heartland Ag', 'Studio Sia', 'Dale Sas', 'Se7en Media', 'E.V. Smith Berlin'])(
    'but not a name that resembles one: %s',
    (name) => {
      expect(cleanCompanyName(name)).toBe(name);
    },
  );

  it.each([
    ['AT&T', 'AT&T'],
    ['at&t', 'AT&T'],
    ['AT&T SERVICES', 'AT&T Services'],
    ['B&Q RETAIL', 'B&Q Retail'],
    ['KPMG Germany', 'KPMG Germany'],
    ['HSBC HOLDINGS PLC', 'HSBC Holdings PLC'],
    ['E.ON ENERGIE', 'E.ON Energie'],
    ['PWC', 'PwC'],
    ['ACME IT SERVICES', 'Acme IT Services'],
    ['B2B MEDIA', 'B2B Media'],
    ['SMITH&SONS', 'Smith&Sons'],
    ['make it happen', 'Make It Happen'],
  ])('acronyms: %s is %s', (given, expected) => {
    expect(cleanCompanyName(given)).toBe(expected);
  });

  it.each([
    ['von der Heydt AG', 'von der Heydt AG'],
    ['Bank of America', 'Bank of America'],
    ['Banco de la Nación', 'Banco de la Nación'],
    ['Müller und Söhne', 'Müller und Söhne'],
    ['Crédit du Nord et Fils', 'Crédit du Nord et Fils'],
    ['IBM of Germany', 'IBM of Germany'],
    ['the Home Depot', 'The Home Depot'],
    ['Acme widgets', 'Acme Widgets'],
    ['Make it Happen', 'Make It Happen'],
  ])('small words of a name in mixed case: %s is %s', (given, expected) => {
    expect(cleanCompanyName(given)).toBe(expected);
  });

  it.each([
    ['BANK OF AMERICA', 'Bank Of America'],
    ['von der heydt ag', 'Von Der Heydt AG'],
    ['bank of acme GmbH', 'Bank Of Acme GmbH'],
  ])('but not of one in one case: %s is %s', (given, expected) => {
    expect(cleanCompanyName(given)).toBe(expected);
  });
});

describe('laws', () => {
  const parts = fc.array(
    fc.constantFrom(
      ...[...legalForms.values(), ...finalLegalForms.values(), ...acronyms.values()],
      ...[...nameParticles, ...smallWords, 'J.P.', 'x.com', 'Acme', 'Widgets', 'ßeta', "o'neill", '&', 'İş'],
    ),
    { minLength: 1, maxLength: 5 },
  );
  const anyCase = fc
    .tuple(
      parts,
      fc.array(fc.constantFrom('upper', 'lower', 'own'), { minLength: 5, maxLength: 5 }),
      fc.boolean(),
    )
    .map(([words, cases, isAlike]) =>
      words
        .map((word, index) => {
          const letters = cases[isAlike ? 0 : index];
          return letters === 'own' ? word : letters === 'upper' ? word.toUpperCase() : word.toLowerCase();
        })
        .join(' '),
    );

  it('words with a case of their own: idempotent, and the same letters and company in any case', () => {
    fc.assert(
      fc.property(anyCase, (name) => {
        const once = cleanCompanyName(name);
        expect(cleanCompanyName(once)).toBe(once);
        expect(companyKey(once)).toBe(companyKey(name));
        expect(properCase(name).toLowerCase()).toBe(name.toLowerCase());
      }),
      { numRuns: 3_000 },
    );
  });

  it('a clean name cleaned again is unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(companyName, anyText), (name) => {
        const once = cleanCompanyName(name);
        expect(cleanCompanyName(once)).toBe(once);
      }),
      { numRuns: 2_000 },
    );
  });

  it('a name that is not empty never becomes empty', () => {
    fc.assert(
      fc.property(companyName, (name) => {
        expect(cleanCompanyName(name)).not.toBe('');
      }),
    );
  });

  it('no legal form remains next to another word', () => {
    const plain = fc.array(fc.constantFrom('acme', 'global', 'Inc.', 'LLC', 'ltd', 'Corp.'), {
      minLength: 2,
    });
    fc.assert(
      fc.property(plain, (words) => {
        fc.pre(words.some((word) => word === 'acme' || word === 'global'));
        expect(cleanCompanyName(words.join(' ')).split(' ')).not.toEqual(
          expect.arrayContaining([expect.stringMatching(/^(?:inc|llc|ltd|corp)\.?$/iu)]),
        );
      }),
    );
  });

  it('handles long hostile input quickly', () => {
    const before = performance.now();
    for (const text of ['inc ', '(', 'inc(', ', ', "o'", 'ß']) cleanCompanyName(text.repeat(50_000));
    expect(performance.now() - before).toBeLessThan(10_000);
  });
});
