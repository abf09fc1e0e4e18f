import { toWords } from '../comparison-form.js';
import { employeeBracket, revenueBracket } from '../company-size.js';
import { customFieldValues } from '../custom-fields.js';
import { departmentOf } from '../department.js';
import { parseFlag } from '../flag.js';
import { managementLevel } from '../management-level.js';
import { firstAboveZero, headcountOf, bracketed, readCount, readYear } from '../quantity.js';
import { faultPath } from './envelope.js';
import { NO_RESEARCH, type LeadDraft } from './lead-draft.js';
import {
  entries,
  first,
  firstOf,
  flag,
  isEmpty,
  isPayload,
  joined,
  labelled,
  overlaid,
  own,
  text,
  texts,
  type Payload,
} from './payload.js';
import { revenueOf } from './provider-b-revenue.js';

export const EMPLOYEE_KEYS = ['employeeCount', 'employees', 'employeeRange'];
export const ADDRESS_KEYS = ['street', 'city', 'state', 'zipCode', 'zip', 'country'];

/** A contact of provider B with its company; most facts may be in either, or next to them. */
export class RecordOfB {
  private readonly company: Payload;
  private readonly places: readonly Payload[];

  /**
   * @param companyValue an object, or only the name
   * @param beside the objects that contain the contact, the nearest first
   * @param path of the contact in the payload
   */
  constructor(
    private readonly contact: Payload,
    private readonly companyValue: unknown,
    beside: readonly Payload[],
    private readonly path: string,
    private readonly isOptedOut: boolean,
  ) {
    const named = isPayload(companyValue) ? companyValue : {};
    this.company = overlaid([named, unprefixed(named), unprefixed(contact)]);
    this.places = [contact, this.company, ...beside];
  }

  draft(): LeadDraft {
    const { contact, company } = this;
    const employees = readCount(this.employees());
    return {
      firstName: own(contact, 'firstName'),
      lastName: own(contact, 'lastName'),
      fullName: first(contact, 'fullName', 'name'),
      email: first(contact, 'email', 'emailAddress'),
      emailField: faultPath(this.path, 'email'),
      otherEmails: ['emailAddress', 'supplementalEmail'].flatMap((key) => entries(own(contact, key))),
      jobTitle: first(contact, 'jobTitle', 'title'),
      phones: ['phone', 'directPhone', 'mobilePhone'].map((key) => own(contact, key)),
      companyPhones: [own(company, 'phone')],
      country: first(contact, 'country') ?? own(company, 'country'),
      linkedinUrl: first(contact, 'linkedinUrl', 'linkedInUrl') ?? this.linkedinProfile(),
      companyName: firstOf(
        typeof this.companyValue === 'object' ? null : this.companyValue,
        first(company, 'name', 'companyName'),
      ),
      website: first(company, 'website', 'domain'),
      industry: this.industry(),
      headcount: headcountOf(employees),
      doNotContact: this.isOptedOut,
      customFields: this.customFields(),
      research: { ...NO_RESEARCH, publicResearch: this.knownOfContact() },
      emailVerification: first(contact, 'emailVerification', 'emailStatus'),
    };
  }

  private customFields(): LeadDraft['customFields'] {
    const revenue = revenueOf(this.company, this.anywhere('revenue'));
    const employees = this.employees();
    const employeeCount = readCount(employees);
    const used = this.everywhere('technologiesUsed').concat(this.technologies());
    const web = this.everywhere('webTechnologies');
    const moved = this.recentJobChange();
    return customFieldValues({
      102: joined([this.industry(), joined(this.keywords(), ', ')], '; '),
      103: labelled({
        Revenue: revenue.text,
        Employees: text(employees),
      }),
      104: joined(unique(used), ', '),
      106: joined(unique([...used, ...web]), ', '),
      107: revenue.dollars === null ? null : revenueBracket(revenue.dollars),
      108: employeeCount === null ? null : employeeBracket(bracketed(employeeCount)),
      109: managementLevel(texts(this.anywhere('managementLevel'))[0] ?? null),
      110: departmentOf(this.department()),
      111: labelled({
        'Buying intent topics': joined(unique(this.intentTopics()), ', '),
        'Recent job change': moved,
      }),
      112: readYear(own(this.company, 'foundedYear')),
      113: this.address(this.company) ?? this.address(this.contact),
    });
  }

  /** Of the company, else next to it. */
  private employees(): unknown {
    const elsewhere = this.places.map((place) => own(place, 'employees'));
    const values = [...EMPLOYEE_KEYS.map((key) => own(this.company, key)), ...elsewhere];
    const counts = values.map(readCount);
    return values[counts.indexOf(firstAboveZero(...counts))] ?? values.find((value) => !isEmpty(value));
  }

  private industry(): string | null {
    const primary = texts(own(this.company, 'primaryIndustry'))[0];
    return (
      primary ?? text(own(this.company, 'industry')) ?? texts(own(this.company, 'industries'))[0] ?? null
    );
  }

  private keywords(): string[] {
    return unique(['keywordTags', 'keywords'].flatMap((key) => this.everywhere(key)));
  }

  private linkedinProfile(): unknown {
    const links = ['externalUrls', 'socialMediaUrls'].flatMap((key) => entries(own(this.contact, key)));
    const link = links.find((entry) =>
      /linked/iu.test(
        isPayload(entry)
          ? `${text(own(entry, 'type')) ?? ''} ${text(own(entry, 'url')) ?? ''}`
          : (text(entry) ?? ''),
      ),
    );
    return isPayload(link) ? own(link, 'url') : link;
  }

  private department(): string | null {
    const named = texts(this.anywhere('department'))[0];
    return named ?? texts(own(this.contact, 'jobFunction'))[0] ?? null;
  }

  /** `vendor product`, because a product alone ("Cloud") does not identify its vendor. */
  private technologies(): string[] {
    return this.places.flatMap((place) =>
      entries(own(place, 'technologies')).flatMap((entry) => {
        if (!isPayload(entry)) return text(entry) ?? [];
        const product = text(first(entry, 'product', 'name'));
        const vendor = text(own(entry, 'vendor'));
        return joined(namesItsVendor(product, vendor) ? [product] : [vendor, product], ' ') ?? [];
      }),
    );
  }

  private intentTopics(): string[] {
    return [
      ...this.everywhere('buyingIntentTopics'),
      ...this.places.flatMap((place) => entries(own(place, 'intent')).flatMap((entry) => topic(entry) ?? [])),
    ];
  }

  private recentJobChange(): string | null {
    const change = this.anywhere('recentJobChange');
    const isChange = parseFlag(change);
    if (isChange !== null) return isChange ? 'Yes' : null;
    return text(change) ?? (flag(this.anywhere('personHasMoved')) ? 'Yes' : null);
  }

  /** What the provider says about its own record, for which the lead has no field. */
  private knownOfContact(): string | null {
    const { contact } = this;
    const withinEu = parseFlag(own(contact, 'withinEu'));
    return labelled({
      'Within the EU': withinEu === null ? null : withinEu ? 'yes' : 'no',
      'Notice provided': text(own(contact, 'noticeProvidedDate'))?.slice(0, 10) ?? null,
      'In the position since': text(own(contact, 'positionStartDate'))?.slice(0, 10) ?? null,
      'Contact accuracy': text(own(contact, 'contactAccuracyScore')),
    });
  }

  private address(place: Payload): string | null {
    return joined(
      ADDRESS_KEYS.map((key) => text(own(place, key))),
      ', ',
    );
  }

  private anywhere(key: string): unknown {
    return firstOf(...this.places.map((place) => own(place, key)));
  }

  private everywhere(key: string): string[] {
    return this.places.flatMap((place) => texts(own(place, key)));
  }
}

/**
 * The company's data under the names of a response without a company object, which some also have in it:
 * `companyWebsite` is the company's website.
 */
function unprefixed(place: Payload): Payload {
  return Object.fromEntries(
    Object.entries(place).flatMap(([key, value]) => {
      const [, initial, rest = ''] = /^company([A-Z])(.*)$/u.exec(key) ?? [];
      return initial === undefined || key === 'companyId' ? [] : [[initial.toLowerCase() + rest, value]];
    }),
  );
}

/** Whether a product contains its vendor's name: `Google Compute Engine` of `Google LLC`. */
function namesItsVendor(product: string | null, vendor: string | null): boolean {
  const [word = ''] = toWords(vendor).split(' ');
  return product !== null && word !== '' && toWords(product).split(' ').includes(word);
}

/** `Telehealth (82, A)`: a topic with its score and the strength of the audience. */
function topic(entry: unknown): string | null {
  if (!isPayload(entry)) return text(entry);
  const name = text(first(entry, 'topic', 'name'));
  const figures = joined([text(own(entry, 'signalScore')), text(own(entry, 'audienceStrength'))], ', ');
  return name === null || figures === null ? name : `${name} (${figures})`;
}

function unique(list: readonly string[]): string[] {
  return [...new Set(list)];
}
