/** The kinds of contact details, each revealed and paid for separately. */
export const contactKinds = ['work_email', 'personal_email', 'phone'] as const
export type ContactKind = (typeof contactKinds)[number]

export const emailTypes = ['work', 'personal', 'other', 'unknown', 'generic'] as const
export type EmailType = (typeof emailTypes)[number]
export const emailStatuses = ['valid', 'risky', 'unknown', 'invalid'] as const
export type EmailStatus = (typeof emailStatuses)[number]
export const phoneTypes = ['mobile', 'other', 'unknown'] as const

export interface FoundEmail {
  email: string
  type: EmailType
  /** `valid` only with evidence; unchecked addresses are `unknown`. */
  status: EmailStatus
  origin?: Origin
}

/** Origin of a contact detail. */
export interface Origin {
  /** `corpus`, or the name of an outside source. */
  source: string
  /** ISO 8601; null when it is not known. */
  observedAt: string | null
  /** Confidence of the source, 0 to 1; null when it does not say. */
  confidence: number | null
}

export interface FoundPhone {
  /** E.164. */
  number: string
  type: (typeof phoneTypes)[number]
  origin?: Origin
}

/** The kind an address is charged as: role mailboxes belong to the employer, all others to the person. */
export function kindOfEmail({ type }: Pick<FoundEmail, 'type'>): ContactKind {
  return type === 'work' || type === 'generic' ? 'work_email' : 'personal_email'
}

/** The kinds with a usable detail: an address known not to work does not count. */
export function kindsFound(contacts: {
  emails: readonly Pick<FoundEmail, 'type' | 'status'>[]
  phoneNumbers: readonly unknown[]
}): ContactKind[] {
  const kinds = new Set<ContactKind>(
    contacts.emails.filter(({ status }) => status !== 'invalid').map(kindOfEmail),
  )
  if (contacts.phoneNumbers.length > 0) kinds.add('phone')
  return contactKinds.filter((kind) => kinds.has(kind))
}
