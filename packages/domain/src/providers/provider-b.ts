import { LIMITS } from '../cleansing/limits.js';
import { employeeBracket, revenueBracket } from '../company-size.js';
import { customFieldValues } from '../custom-fields.js';
import { departmentOf } from '../department.js';
import { managementLevel } from '../management-level.js';
import { midpoint, readInteger, readQuantity } from '../quantity.js';
import { misplacedKeys } from './ignored-keys.js';
import { missingPart, NO_RESEARCH, type DraftResult, type LeadDraft } from './lead-draft.js';
import {
  entries,
  first,
  flag,
  isPayload,
  joined,
  labelled,
  own,
  text,
  texts,
  type Payload,
} from './payload.js';

const CONTACT_KEYS = ['firstName', 'lastName', 'fullName', 'jobTitle', 'emailAddress'];
/** The specification's flags, and the native ones, which are kept for each phone. */
const OPT_OUT_FLAGS = ['doNotCall', 'doNotEmail', 'directPhoneDoNotCall', 'mobilePhoneDoNotCall'];
/** What is read of a contact, as far as a flat field has such a name too. */
const READ_OF_CONTACT: ReadonlySet<string> = new Set([
  ...OPT_OUT_FLAGS,
  'firstName',
  'lastName',
  'fullName',
  'name',
  'email',
  'emailAddress',
  'jobTitle',
  'title',
  'phone',
  'directPhone',
  'mobilePhone',
  'linkedinUrl',
  'linkedInUrl',
  'company',
  'companyName',
  'employees',
]);
const READ_BESIDE_CONTACT: ReadonlySet<string> = new Set([...OPT_OUT_FLAGS, 'company', 'employees']);
const ADDRESS_KEYS = ['street', 'city', 'state', 'zipCode', 'zip', 'country'];

/**
 * Provider B nests contact and company; the company may stand beside the contact or in it, and the contact may be the
 * payload itself. The native names and those of the specification are both read ("Provider field mapping").
 *
 * @returns null when the payload has no part of this shape
 */
export function readProviderB(data: Payload): DraftResult | null {
  const nested = own(data, 'contact') !== undefined;
  const bare = !nested && CONTACT_KEYS.some((key) => own(data, key) !== undefined);
  if (!nested && !bare) {
    return isPayload(own(data, 'company'))
      ? missingPart('data.contact', undefined, 'a contact object')
      : null;
  }
  const contact = nested ? own(data, 'contact') : data;
  if (!isPayload(contact)) return missingPart('data.contact', contact, 'a contact object');

  const beside = own(data, 'company');
  const company = beside ?? own(contact, 'company');
  const ignored = nested
    ? [...misplacedKeys(data, '', READ_BESIDE_CONTACT), ...misplacedKeys(contact, 'contact', READ_OF_CONTACT)]
    : misplacedKeys(contact, '', READ_OF_CONTACT);
  return {
    ok: true,
    ignored,
    draft: new PayloadOfB(contact, company, data, nested ? 'data.contact' : 'data').draft(),
  };
}

/** The parts of one payload; most facts may stand in any of them. */
class PayloadOfB {
  private readonly company: Payload;
  private readonly places: readonly Payload[];

  constructor(
    private readonly contact: Payload,
    private readonly companyValue: unknown,
    data: Payload,
    private readonly path: string,
  ) {
    this.company = isPayload(companyValue) ? companyValue : {};
    this.places = [contact, this.company, data];
  }

  draft(): LeadDraft {
    const { contact, company } = this;
    const employees = readQuantity(
      first(company, 'employeeCount', 'employees') ?? this.anywhere('employees'),
    );
    return {
      firstName: own(contact, 'firstName'),
      lastName: own(contact, 'lastName'),
      fullName: first(contact, 'fullName', 'name'),
      email: first(contact, 'email', 'emailAddress'),
      emailField: `${this.path}.email`,
      jobTitle: first(contact, 'jobTitle', 'title'),
      phones: ['phone', 'directPhone', 'mobilePhone'].map((key) => own(contact, key)),
      companyPhones: [own(company, 'phone')],
      linkedinUrl: first(contact, 'linkedinUrl', 'linkedInUrl') ?? this.linkedinProfile(),
      companyName: first(company, 'name', 'companyName') ?? this.companyText() ?? own(contact, 'companyName'),
      website: own(company, 'website'),
      industry: this.industry(),
      headcount:
        employees !== null && employees.from === employees.to ? Math.round(employees.from) || null : null,
      doNotContact: OPT_OUT_FLAGS.some((key) => this.places.some((place) => flag(own(place, key)))),
      customFields: this.customFields(),
      research: NO_RESEARCH,
      emailVerification: first(contact, 'emailVerification', 'emailStatus'),
    };
  }

  private customFields(): LeadDraft['customFields'] {
    const revenue =
      first(this.company, 'revenueNumeric', 'revenue', 'revenueRange') ?? this.anywhere('revenue');
    const employees =
      first(this.company, 'employeeCount', 'employees', 'employeeRange') ?? this.anywhere('employees');
    const revenueAmount = readQuantity(revenue);
    const employeeCount = readQuantity(employees);
    const used = this.everywhere('technologiesUsed', 'name', 'product').concat(this.technologies());
    const web = this.everywhere('webTechnologies', 'name', 'product');
    const moved = this.recentJobChange();
    return customFieldValues({
      102: joined([this.industry(), joined(this.everywhere('keywordTags', 'name', 'tag'), ', ')], '; '),
      103: labelled({
        Revenue: text(first(this.company, 'revenue', 'revenueRange') ?? revenue),
        Employees: text(employees),
      }),
      104: joined(unique(used), ', '),
      106: joined(unique([...used, ...web]), ', '),
      107: revenueAmount === null ? null : revenueBracket(midpoint(revenueAmount)),
      108: employeeCount === null ? null : employeeBracket(midpoint(employeeCount)),
      109: managementLevel(texts(this.anywhere('managementLevel'), 'name')[0] ?? null),
      110: departmentOf(this.department()),
      111: labelled({
        'Buying intent topics': joined(unique(this.intentTopics()), ', '),
        'Recent job change': moved,
      }),
      112: readInteger(own(this.company, 'foundedYear'), 1000, 2999),
      113: this.address(this.company) ?? this.address(this.contact),
    });
  }

  private companyText(): string | null {
    return text(this.companyValue, LIMITS.companyName);
  }

  private industry(): string | null {
    const primary = texts(own(this.company, 'primaryIndustry'), 'name')[0];
    return (
      primary ??
      text(own(this.company, 'industry')) ??
      texts(own(this.company, 'industries'), 'name')[0] ??
      null
    );
  }

  private linkedinProfile(): unknown {
    const link = entries(own(this.contact, 'socialMediaUrls')).find(
      (entry) => isPayload(entry) && /linked/iu.test(text(own(entry, 'type')) ?? ''),
    );
    return isPayload(link) ? own(link, 'url') : null;
  }

  private department(): string | null {
    const named = texts(this.anywhere('department'), 'name')[0];
    return named ?? texts(own(this.contact, 'jobFunction'), 'department', 'name')[0] ?? null;
  }

  /** `vendor product`, as a product alone ("Cloud") does not say whose it is. */
  private technologies(): string[] {
    return this.places.flatMap((place) =>
      entries(own(place, 'technologies')).flatMap((entry) => {
        if (!isPayload(entry)) return text(entry) ?? [];
        const product = text(first(entry, 'product', 'name'));
        const vendor = text(own(entry, 'vendor'));
        const named = product !== null && vendor !== null && product.startsWith(vendor);
        return joined(named ? [product] : [vendor, product], ' ') ?? [];
      }),
    );
  }

  private intentTopics(): string[] {
    return [
      ...this.everywhere('buyingIntentTopics', 'topic', 'name'),
      ...this.everywhere('intent', 'topic', 'name'),
    ];
  }

  private recentJobChange(): string | null {
    const change = this.anywhere('recentJobChange');
    if (typeof change === 'boolean') return change ? 'Yes' : null;
    return text(change) ?? (flag(this.anywhere('personHasMoved')) ? 'Yes' : null);
  }

  private address(place: Payload): string | null {
    return joined(
      ADDRESS_KEYS.map((key) => text(own(place, key))),
      ', ',
    );
  }

  private anywhere(key: string): unknown {
    return this.places.map((place) => own(place, key)).find((value) => value !== undefined && value !== null);
  }

  private everywhere(key: string, ...names: readonly string[]): string[] {
    return this.places.flatMap((place) => texts(own(place, key), ...names));
  }
}

function unique(list: readonly string[]): string[] {
  return [...new Set(list)];
}
