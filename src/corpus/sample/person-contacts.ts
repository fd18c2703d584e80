import type { NativePerson } from '../records/index.ts'
import type { SampleName } from './names.ts'
import { workMailboxes } from './person-identity.ts'
import { personPhone, findPhoneKind } from './phones.ts'
import type { Anchor, Career } from './stints.ts'

type Contacts = Pick<NativePerson, 'emails' | 'phone_numbers'>

// RFC 2606: nobody can have a mailbox under `.example`.
const freeMail = ['inbox.example', 'mail.example', 'post.example', 'webmail.example']

/** Mailboxes and numbers of a person, different for every person. */
export function drawContacts(
  { world, random, company, slot }: Anchor,
  career: Career,
  person: { name: SampleName; key: string; index: number },
): Contacts {
  const emails: NonNullable<NativePerson['emails']> = []
  const hasDesk = career.stints.some((stint) => stint.isCurrent && stint.company === company)
  if (hasDesk && random.chance(0.82)) {
    emails.push({ email: workMailboxes(world, company)[slot] as string, type: 'work' })
  }
  if (random.chance(0.55)) {
    const { asciiFirst, asciiLast } = person.name
    emails.push({
      email: `${asciiFirst}.${asciiLast}.${person.key}@${random.pick(freeMail)}`,
      type: 'personal',
    })
  }
  const phone = random.chance(0.45) ? personPhone(world, company, person.index) : undefined
  return {
    emails,
    phone_numbers: phone === undefined ? undefined : [{ number: phone, type: findPhoneKind(phone) }],
  }
}
