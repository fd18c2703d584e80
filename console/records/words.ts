export const words = {
  member: 'Field',
  source: 'From',
  day: 'Seen on',
  sureness: 'Sureness',
  noOrigins: 'No field of this record says where it is from.',
  contacts: 'Contact details',
  contactsLead: 'Paid when something is found; read again within 30 days they are free.',
  kinds: {
    work_email: 'Work e-mail',
    email: 'All e-mail',
    phone: 'Phone',
    all: 'E-mail and phone',
  },
  reveal: 'Reveal',
  what: 'What to look for',
  nothing: 'Nothing was found, and nothing was charged.',
  charged: 'charged',
  paidEarlier: 'paid earlier, free',
  asked: 'Who was asked',
  free: 'free (sandbox)',
  noProfile: 'This record has no profile that contacts are looked up by.',
  former: 'At former employers',
} as const

/** How the service names what an address is good for, in words. */
export const statuses: Readonly<Record<string, readonly [tone: string, text: string]>> = {
  valid: ['good', 'Works'],
  risky: ['doubt', 'May bounce'],
  unknown: ['', 'Not checked'],
  invalid: ['bad', 'Bounces'],
}

export const outcomes: Readonly<Record<string, string>> = {
  found: 'found',
  not_found: 'nothing found',
  timeout: 'too slow',
  rate_limited: 'asked too often',
  circuit_open: 'not asked, out of order',
  failed: 'failed',
  cached: 'found earlier',
  aborted: 'stopped',
  mismatch: 'somebody else',
}
