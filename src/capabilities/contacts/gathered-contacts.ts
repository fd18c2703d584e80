import { countryByAlpha3 } from '../../corpus/reference/index.ts'
import {
  employerHosts,
  likeliestFirst,
  shapedEmail,
  shapedPhone,
  type EmployerHosts,
} from './contact-shape.ts'
import type { FoundContacts } from './finder.ts'
import { kindOfEmail, type ContactKind, type EmailStatus, type FoundEmail, type FoundPhone } from './kinds.ts'
import type { CapabilityAnswer, Provided } from '../../sources/index.ts'

/** An address with the facts that decide whether it is shown. */
interface GatheredEmail extends FoundEmail {
  /** Whether it was guessed from a pattern and never seen anywhere. */
  isInferred: boolean
  /** Whether an outside source has just delivered it. */
  isNew: boolean
}

interface GatheredPhone extends FoundPhone {
  isNew: boolean
}

/** Details of a person that outside sources delivered and the corpus lacks. */
export interface Brought {
  emails: {
    email: string
    type: FoundEmail['type']
    source: string
    observedAt: string
    confidence: number
  }[]
  phoneNumbers: {
    number: string
    type: FoundPhone['type']
    source: string
    observedAt: string
    confidence: number
  }[]
}

/** Contact details of one person while sources add to them. */
export class Gathered {
  readonly #known: FoundContacts
  readonly #hosts: EmployerHosts
  readonly #emails = new Map<string, GatheredEmail>()
  readonly #phones = new Map<string, GatheredPhone>()
  readonly #unmatched: Set<string>
  readonly #newUnmatched: Brought['emails'] = []

  constructor(contacts: FoundContacts) {
    this.#known = contacts
    this.#hosts = employerHosts(contacts.outline.currentDomains, contacts.outline.employer?.domains)
    this.#unmatched = new Set(contacts.unmatchedWorkEmails)
    for (const email of contacts.emails)
      this.#emails.set(email.email, { ...email, isInferred: false, isNew: false })
    for (const phone of contacts.phoneNumbers) this.#phones.set(phone.number, { ...phone, isNew: false })
  }

  /** Adds the answer of a source; details that are already known do not change. */
  add({ answer, source, observedAt, confidence }: Provided<'contacts.find'>): void {
    for (const email of answer.emails) this.#addEmail(email, { source, observedAt, confidence })
    const alpha2 = countryByAlpha3(this.#known.outline.country ?? '')?.alpha2
    for (const phoneEntry of answer.phones) {
      const phone = shapedPhone(phoneEntry.number, phoneEntry.type, alpha2)
      if (phone === undefined || this.#phones.has(phone.number)) continue
      const origin = { source, observedAt, confidence }
      this.#phones.set(phone.number, { ...phone, origin, isNew: true })
    }
  }

  #addEmail(
    email: CapabilityAnswer<'contacts.find'>['emails'][number],
    from: { source: string; observedAt: string; confidence: number },
  ): void {
    const shaped = shapedEmail(email.email, email.type, this.#hosts)
    if (shaped === undefined || email.status === 'invalid') return
    const { address, type, isUnmatched } = shaped
    const confidence = email.probability ?? from.confidence
    if (isUnmatched) {
      // A guessed address at a company where the person does not work says nothing.
      if (email.isInferred || this.#unmatched.has(address)) return
      this.#unmatched.add(address)
      this.#newUnmatched.push({ email: address, type, ...from, confidence })
      return
    }
    const existing = this.#emails.get(address)
    const status = email.status ?? 'unknown'
    if (existing === undefined) {
      const origin = { ...from, confidence }
      this.#emails.set(address, {
        email: address,
        type,
        status,
        origin,
        isInferred: email.isInferred,
        isNew: true,
      })
    } else if (existing.status === 'unknown') existing.status = status
    if (existing?.isInferred === true && !email.isInferred) existing.isInferred = false
  }

  /** Addresses of some kinds that have not been checked. */
  unchecked(wanted: readonly ContactKind[]): string[] {
    return [...this.#emails.values()]
      .filter((email) => email.status === 'unknown' && wanted.includes(kindOfEmail(email)))
      .map(({ email }) => email)
  }

  setStatus(address: string, status: EmailStatus): void {
    const email = this.#emails.get(address)
    if (email !== undefined) email.status = status
  }

  /** Wanted kinds without any reliable detail. */
  missing(wanted: readonly ContactKind[]): ContactKind[] {
    const kinds = new Set<ContactKind>([...this.#emails.values()].filter(isReliable).map(kindOfEmail))
    if (this.#phones.size > 0) kinds.add('phone')
    return wanted.filter((kind) => !kinds.has(kind))
  }

  /** The answer: guesses only for kinds without anything better, and no new address that does not work. */
  contacts(): FoundContacts {
    const reliable = new Set([...this.#emails.values()].filter(isReliable).map(kindOfEmail))
    const emails = [...this.#emails.values()].filter((email) => {
      if (email.isNew && email.status === 'invalid') return false
      return !email.isInferred || isReliable(email) || !reliable.has(kindOfEmail(email))
    })
    return {
      ...this.#known,
      emails: likeliestFirst(emails.map(({ isInferred: _guess, isNew: _new, ...email }) => email)),
      phoneNumbers: [...this.#phones.values()].map(({ isNew: _new, ...phone }) => phone),
      unmatchedWorkEmails: [...this.#unmatched],
    }
  }

  /** Details to store in the corpus: those seen somewhere, and guesses that proved to work. */
  brought(): Brought {
    const emails = [...this.#emails.values()].flatMap((email) => {
      const { isNew, origin, type } = email
      if (!isNew || origin === undefined || email.status === 'invalid' || !isReliable(email)) return []
      const { source, observedAt, confidence } = origin
      return [{ email: email.email, type, source, observedAt: observedAt ?? '', confidence: confidence ?? 1 }]
    })
    const phoneNumbers = [...this.#phones.values()].flatMap(({ isNew, origin, number, type }) => {
      if (!isNew || origin === undefined) return []
      const { source, observedAt, confidence } = origin
      return [{ number, type, source, observedAt: observedAt ?? '', confidence: confidence ?? 1 }]
    })
    return { emails: [...emails, ...this.#newUnmatched], phoneNumbers }
  }
}

/** Whether it works, or was at least seen somewhere and has not failed a check. */
const isReliable = ({ status, isInferred }: GatheredEmail): boolean =>
  status === 'valid' || (!isInferred && status !== 'invalid')
