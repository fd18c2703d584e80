/** What is revealed and paid for, a kind at a time. */
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
  /** `valid` only with evidence; addresses nobody has checked are `unknown`. */
  status: EmailStatus
}

export interface FoundPhone {
  /** E.164. */
  number: string
  type: (typeof phoneTypes)[number]
}

/** Which kind an address is paid as: role mailboxes are of the employer, the rest is the person's own. */
export function kindOfEmail({ type }: Pick<FoundEmail, 'type'>): ContactKind {
  return type === 'work' || type === 'generic' ? 'work_email' : 'personal_email'
}

/** The kinds of which something was found. */
export function kindsFound(found: {
  emails: readonly FoundEmail[]
  phoneNumbers: readonly FoundPhone[]
}): ContactKind[] {
  const kinds = new Set<ContactKind>(found.emails.map(kindOfEmail))
  if (found.phoneNumbers.length > 0) kinds.add('phone')
  return contactKinds.filter((kind) => kinds.has(kind))
}
