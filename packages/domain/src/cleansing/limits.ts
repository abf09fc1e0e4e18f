/**
 * The longest values that leave the domain, in UTF-16 code units. They follow what a PSA stores, and they bound the
 * work that a hostile payload can cause.
 */
export const LIMITS = {
  personName: 100,
  companyName: 200,
  jobTitle: 200,
  /** RFC 5321: the longest address that can be delivered. */
  email: 254,
  /** Room for any written form of a phone number. */
  phone: 80,
  url: 500,
  /** A source's own id of its record. */
  externalId: 200,
  /** Short texts: an industry, a status, one keyword. */
  word: 120,
  /** A text custom field. */
  customField: 2_000,
  /** Research texts, which people write in paragraphs. */
  research: 10_000,
  /** Entries of a payload's list that are looked at. */
  listEntries: 100,
} as const;
