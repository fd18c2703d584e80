/** What a text is not, when it cannot be an identifier of its kind. */
export interface Malformed {
  /** A sentence for whoever gave it. */
  expected: string
  /** For programs; the code of the issue in a 400. */
  code: string
}

/** Identifier tokens any of which names the entity; the first that finds something decides. */
export type Tokens = string[] | Malformed

export function isMalformed(read: unknown): read is Malformed {
  return typeof read === 'object' && read !== null && 'expected' in read
}

export const malformed = {
  profileUrl: { expected: 'Expected the address of a profile on the network.', code: 'invalid_url' },
  profileSlugOrUrl: {
    expected: 'Expected the slug or address of a profile on the network.',
    code: 'invalid_url',
  },
  companyUrl: { expected: 'Expected the address of a company page on the network.', code: 'invalid_url' },
  companySlugOrUrl: { expected: 'Expected the slug or address of a company page.', code: 'invalid_url' },
  profile: { expected: 'Expected a profile of the network.', code: 'invalid_format' },
  anyProfile: {
    expected: 'Expected a profile of the network: its URL, slug, URN or user id.',
    code: 'invalid_format',
  },
  anyCompany: {
    expected: 'Expected a company of the network: its URL, slug or organization id.',
    code: 'invalid_format',
  },
  organizationId: { expected: 'Expected digits.', code: 'invalid_format' },
  entityId: { expected: 'Expected the digits of entity_id, as its record shows it.', code: 'invalid_format' },
  externalId: { expected: 'The source never gave out such an id.', code: 'invalid_format' },
  domain: { expected: 'Expected a host name such as example.org.', code: 'invalid_domain' },
  sharedDomain: {
    expected: 'Expected a host of the company alone: many have a page on this one.',
    code: 'invalid_domain',
  },
  email: { expected: 'Expected an e-mail address.', code: 'invalid_email' },
  phone: {
    expected: 'Expected a telephone number with its country code, such as +12025550123.',
    code: 'invalid_phone',
  },
  handle: { expected: 'Expected a handle such as @ada, or its address.', code: 'invalid_handle' },
} as const satisfies Record<string, Malformed>
