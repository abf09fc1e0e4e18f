import { describe, expect, it } from '@jest/globals';

import { readingsOf } from '../testing/readings.js';

const { leadOf, warningsOf } = readingsOf('flat');

describe('the columns of exports', () => {
  it('of HubSpot in German are known', () => {
    const row = {
      ...{ Vorname: 'Björn', Nachname: 'Weiß', 'E-Mail': 'b.weiss@weiss.example' },
      ...{ Mobiltelefonnummer: '0170 / 555 01 24', Jobbezeichnung: 'Leiter Einkauf' },
      ...{ 'Name des Unternehmens': 'Weiß & Söhne oHG', 'Website-URL': 'weiss.example' },
      ...{ Ort: 'München', 'Land/Region': 'Deutschland', PLZ: '80331', Branche: 'Einzelhandel' },
      ...{ 'Anzahl der Mitarbeiter': '1.200' },
    };
    expect(leadOf(row)).toMatchObject({
      ...{ firstName: 'Björn', phone: '+491705550124', jobTitle: 'Leiter Einkauf', headcount: 1_200 },
      company: { name: 'Weiß & Söhne oHG', website: 'weiss.example' },
      customFields: { 113: 'München, 80331, Deutschland' },
    });
    expect(warningsOf(row)).toEqual([]);
  });

  it('of HubSpot in French are known', () => {
    const row = {
      ...{ Prénom: 'Zoë', Nom: "L'Écuyer", 'E-mail': 'zoe@ecuyer.example' },
      ...{ 'Numéro de téléphone': '01 44 55 01 23', 'Intitulé du poste': 'Directrice générale' },
      ...{ "Nom de l'entreprise": "L'Écuyer S.A.R.L.", 'URL du site web': 'https://ecuyer.example' },
      ...{ 'Pays/région': 'France', "Secteur d'activité": 'Conseil', "Nombre d'employés": 'de 11 à 50' },
    };
    expect(leadOf(row)).toMatchObject({
      ...{ phone: '+33144550123', jobTitle: 'Directrice générale', industry: 'Conseil' },
      company: { website: 'ecuyer.example' },
      customFields: { 108: '10-50' },
    });
    expect(warningsOf(row)).toEqual([]);
  });

  it('of RocketReach are known, of which the recommended address counts', () => {
    const row = {
      ...{ Name: 'Wei Li', 'Current Title': 'Engineer', 'Current Employer': 'Dragon Tech' },
      ...{ 'Recommended Email': 'li@dragontech.example', 'Personal Email 1': 'li@qq.example' },
      ...{ 'Current Employer Website': 'http://dragontech.example', 'Office Phone': '+86 21 5555 0123' },
    };
    expect(leadOf(row)).toMatchObject({
      ...{ email: 'li@dragontech.example', otherEmails: ['li@qq.example'], jobTitle: 'Engineer' },
      company: { name: 'Dragon Tech', website: 'dragontech.example' },
    });
  });

  it('of Cognism are known, and a number is read in the country of the person', () => {
    const row = { Email: 'j@m.example', 'Mobile Phone': '0171 5550123', 'Person Country': 'Germany' };
    expect(leadOf({ ...row, 'Company HQ City': 'Wien', 'Company HQ Country': 'Austria' })).toMatchObject({
      phone: '+491715550123',
      customFields: { 113: 'Wien, Austria' },
    });
  });

  it('of LinkedIn Sales Navigator have the place as a geography', () => {
    expect(leadOf({ Email: 'm@n.example', Geography: 'Riyadh, Saudi Arabia' }).customFields[113]).toBe(
      'Riyadh, Saudi Arabia',
    );
  });
});
