/** Native payloads as the three providers send them, complete and odd. */

/** Provider A, person and organization side by side, everything given. */
export const providerAFull = {
  person: {
    id: 'p-1001',
    first_name: 'Jane',
    last_name: 'Doe',
    name: 'Jane Doe',
    title: 'VP of Information Technology',
    email: 'Jane.Doe@Acme.Example.com',
    email_status: 'verified',
    linkedin_url: 'http://www.linkedin.test/in/jane-doe',
    seniority: 'vp',
    departments: ['master_information_technology', 'master_operations'],
    functions: ['information_technology'],
    intent_strength: 'high',
    buyer_intent_topics: ['cloud migration', { topic: 'zero trust' }],
    city: 'Springfield',
    state: 'Illinois',
    country: 'United States',
    contact: {
      phone_numbers: [
        {
          raw_number: '(415) 555-0132',
          sanitized_number: '+14155550132',
          type: 'work_direct',
          dnc_status: null,
        },
        {
          raw_number: '+1 415-555-0199',
          sanitized_number: '+14155550199',
          type: 'mobile',
          dnc_status: null,
        },
      ],
      email_unsubscribed: null,
    },
  },
  organization: {
    id: 'o-2001',
    name: 'ACME WIDGETS, Inc.',
    website_url: 'https://www.acme.example.com/',
    primary_domain: 'acme.example.com',
    primary_phone: {
      number: '+1 415-555-0100',
      source: 'Owned',
      sanitized_number: '+14155550100',
    },
    phone: '+1 415-555-0100',
    industry: 'information technology & services',
    keywords: ['managed services', 'cloud hosting', 'help desk'],
    estimated_num_employees: 120,
    annual_revenue: 18_000_000,
    founded_year: 1998,
    technology_names: ['Salesforce', 'Amazon AWS', 'Outlook'],
    current_technologies: [
      { uid: 'salesforce', name: 'Salesforce', category: 'CRM' },
      { uid: 'amazon_aws', name: 'Amazon AWS', category: 'Hosting' },
      { uid: 'nameless', name: null, category: 'Other' },
      { uid: 'salesforce', name: 'Salesforce', category: 'CRM' },
    ],
    funding_events: [
      {
        id: 'f-1',
        date: '2025-03-01T00:00:00.000+00:00',
        type: 'Series B',
        amount: '25M',
        currency: 'USD',
      },
      {
        id: 'f-2',
        date: '2022-06-15T00:00:00.000+00:00',
        type: 'Seed',
        amount: null,
        currency: null,
      },
    ],
    street_address: '1 Main St',
    city: 'Springfield',
    state: 'Illinois',
    postal_code: '62701',
    country: 'United States',
  },
};

/** Provider A, the organization in the person, its phone an empty object, numbers as texts. */
export const providerANested = {
  person: {
    first_name: 'Omar',
    last_name: 'Haddad',
    title: 'Head of Finance',
    email: 'omar@globex.test',
    email_status: null,
    linkedin_url: null,
    seniority: 'head',
    departments: ['finance'],
    phone_numbers: [
      {
        raw_number: '+1 212-555-0147 ext. 12',
        sanitized_number: null,
        type: 'work_hq',
      },
    ],
    organization: {
      name: 'globex llc',
      website_url: 'http://globex.test',
      primary_domain: 'globex.test',
      primary_phone: {},
      phone: '212-555-0100',
      industry: 'financial services',
      keywords: [],
      estimated_num_employees: '5,400',
      founded_year: '2004',
      technology_names: [],
      current_technologies: [],
      funding_events: [],
    },
  },
};

/** Provider A in a search: no email, no organization, a bare person with hints. */
export const providerASearchResult = {
  person: {
    first_name: 'Lena',
    last_name: 'Berg',
    name: 'Lena Berg',
    title: null,
    email: 'email_not_unlocked@domain.com',
    email_status: 'unavailable',
    linkedin_url: 'http://www.linkedin.test/in/lena-berg',
    organization: null,
  },
};

/** Provider A, the person as the payload itself. */
export const providerABarePerson = {
  first_name: 'Ines',
  last_name: 'Roca',
  title: 'Founder & CEO',
  email: 'ines@initech.test',
  seniority: 'founder',
  departments: ['c_suite'],
  organization: {
    name: 'Initech Ltd',
    primary_domain: 'initech.test',
    annual_revenue: 1_200_000,
  },
};

/** Provider B, contact and company side by side, native names. */
export const providerBFull = {
  contact: {
    id: 99001,
    firstName: 'Priya',
    lastName: 'Nair',
    email: 'PRIYA.NAIR@umbrella.test',
    phone: '(312) 555-0188',
    mobilePhone: '(312) 555-0189',
    directPhoneDoNotCall: false,
    mobilePhoneDoNotCall: false,
    jobTitle: 'Director, Talent Acquisition',
    jobFunction: [{ name: 'Recruiting', department: 'Human Resources' }],
    managementLevel: ['Director'],
    personHasMoved: 'Yes',
    positionStartDate: '2025-11-01',
    street: '9 Lake Rd',
    city: 'Evanston',
    state: 'Illinois',
    zipCode: '60201',
    country: 'United States',
  },
  company: {
    id: 345,
    name: 'Umbrella Health Corp.',
    website: 'www.umbrella.test',
    phone: '(312) 555-0100',
    street: '100 Wacker Dr',
    city: 'Chicago',
    state: 'Illinois',
    zipCode: '60606',
    country: 'United States',
    primaryIndustry: ['Hospitals & Physicians Clinics', 'Healthcare Services'],
    industries: ['Healthcare Services'],
    revenue: '$18 Million',
    revenueNumeric: 18_000_000,
    revenueRange: '$10 mil. - $25 mil.',
    employeeCount: 240,
    employeeRange: '100 - 249',
    foundedYear: '1987',
    socialMediaUrls: [{ type: 'LINKED_IN', url: 'https://www.linkedin.test/company/umbrella' }],
  },
  technologies: [
    { vendor: 'Epic', product: 'Epic EHR', category: 'Healthcare' },
    { vendor: 'Microsoft', product: 'Azure', category: 'Cloud' },
  ],
  intent: [
    { topic: 'Telehealth', signalScore: 82, audienceStrength: 'A' },
    { topic: 'Patient Engagement', signalScore: 71, audienceStrength: 'B' },
  ],
};

/** Provider B in the specification's own names, the company in the contact. */
export const providerBSpecificationNames = {
  contact: {
    firstName: 'Tomas',
    lastName: 'Novak',
    email: 'tomas@hooli.test',
    jobTitle: 'Chief Financial Officer',
    managementLevel: 'C-Level',
    department: 'Finance',
    doNotCall: false,
    doNotEmail: true,
    recentJobChange: true,
    buyingIntentTopics: ['ERP', 'Expense management'],
    company: {
      name: 'Hooli, Inc',
      website: 'https://hooli.test/',
      phone: '+44 20 7946 0018',
      industry: 'Computer Software',
      keywordTags: ['search', 'cloud'],
      employees: 10_500,
      revenue: 2_400_000_000,
      foundedYear: 1996,
      technologiesUsed: ['Oracle', 'SAP'],
      webTechnologies: ['React', 'Nginx'],
      street: '1 Hooli Way',
      city: 'Palo Alto',
      state: 'CA',
      zip: '94301',
    },
  },
};

/** Provider B with only a contact that names its company. */
export const providerBSparse = {
  contact: {
    firstName: 'Aiko',
    lastName: 'Tanaka',
    email: null,
    phone: null,
    mobilePhone: '+81 3-1234-5678',
    company: 'Vandelay Industries Ltd',
  },
};

/** Provider B, the contact as the payload itself. */
export const providerBBareContact = {
  firstName: 'Sam',
  lastName: 'Okoro',
  email: 'sam@pied.test',
  jobTitle: 'Sales Manager',
  company: { name: 'Pied', employeeRange: '1,000 - 4,999', revenueRange: '$100 mil. - $250 mil.' },
};

/** Provider C, a domain search with one address, in its envelope. */
export const providerCFull = {
  data: {
    domain: 'stark.test',
    organization: 'Stark Industries LLC',
    pattern: '{first}.{last}',
    webmail: false,
    disposable: false,
    industry: 'Manufacturing',
    headcount: '1001-5000',
    technologies: ['nginx'],
    emails: [
      {
        value: 'Pepper.Potts@stark.test',
        type: 'personal',
        confidence: 94,
        first_name: 'Pepper',
        last_name: 'Potts',
        position: 'Chief Executive Officer',
        seniority: 'executive',
        department: 'executive',
        linkedin: 'https://www.linkedin.test/in/pepper',
        phone_number: '+1 646 555 0111',
        verification: { date: '2026-01-15', status: 'valid' },
        sources: [
          {
            domain: 'stark.test',
            uri: 'http://stark.test/team',
            extracted_on: '2025-01-02',
            last_seen_on: '2026-02-01',
          },
          {
            domain: 'press.test',
            uri: 'http://press.test/stark',
            extracted_on: '2024-05-06',
            last_seen_on: '2025-12-24',
          },
        ],
      },
    ],
  },
  meta: { results: 38, limit: 10, offset: 0 },
};

/** Provider C, a generic address without names, and nulls inside the verification. */
export const providerCGeneric = {
  data: {
    domain: 'wayne.test',
    organization: 'Wayne',
    pattern: null,
    webmail: true,
    emails: [
      {
        value: 'info@wayne.test',
        type: 'generic',
        confidence: 71,
        first_name: null,
        last_name: null,
        position: null,
        seniority: null,
        department: null,
        linkedin: null,
        phone_number: null,
        verification: { date: null, status: null },
        sources: [],
      },
    ],
  },
  meta: { results: 38 },
};

/** Provider C without its envelope and without what it often omits. */
export const providerCBare = {
  domain: 'cyber.test',
  organization: 'Cyber Dynamics',
  emails: [
    {
      value: 'm.dyson@cyber.test',
      first_name: 'Miles',
      last_name: 'Dyson',
      position: 'Senior Software Engineer',
      verification: null,
    },
  ],
};
