import { companyNameForms, companyNameLikeness, matchPersonName } from '../../corpus/names/index.ts'
import { registrableDomain } from '../../lib/domain-name.ts'
import { normalizeEmail } from '../../lib/email.ts'
import { normalizeSlug } from '../../lib/network-url.ts'
import { normalText } from '../../lib/text-normal.ts'
import type { Question } from '../capabilities.ts'
import type { GithubUser } from './github-api.ts'

export type AskedPerson = Extract<Question<'codehost.account'>, { of: 'person' }>
export type AskedCompany = Extract<Question<'codehost.account'>, { of: 'company' }>

/** How sure it is that an account is the one asked for, 0 (it is not) to 10, and why. */
export interface Judged {
  confidenceOutOf10: number
  rationale: string
}

/** What an account shows of its owner. */
export interface CodeHostProfile {
  user: GithubUser
  links: readonly string[]
}

/** An identifier that is the same leaves no doubt; a name alone may be a namesake's. */
const certain = 10

export function judgePerson(question: AskedPerson, { user, links }: CodeHostProfile): Judged {
  if (user.type !== 'User') return { confidenceOutOf10: 0, rationale: 'The account is not a person’s.' }
  const reasons: string[] = []
  const own = user.email ? normalizeEmail(user.email) : undefined
  if (own !== undefined && question.emails.some((email) => normalizeEmail(email) === own))
    return { confidenceOutOf10: certain, rationale: 'Its public e-mail address is the person’s.' }
  if (
    question.slug !== null &&
    links.some((link) => slugIn(link, 'in|pub') === normalizeSlug(question.slug!))
  )
    return { confidenceOutOf10: certain, rationale: 'It links to the person’s profile.' }
  const likeness =
    question.name === null || !user.name ? 0 : matchPersonName(question.name, user.name, { loose: false })
  if (likeness < minNameLikeness)
    return { confidenceOutOf10: 0, rationale: 'Nothing it shows belongs to the person.' }
  let points = likeness >= 0.95 ? 4 : 3
  reasons.push(likeness >= 0.95 ? 'the name is the same' : 'the name is alike')
  const employers = companiesIn(user)
  if (question.company !== null && employers.length > 0) {
    const forms = companyNameForms(question.company)
    const agrees = employers.some(
      (name) => (companyNameLikeness(companyNameForms(name), forms, { fuzzy: false })?.likeness ?? 0) >= 0.7,
    )
    points += agrees ? 4 : -2
    reasons.push(agrees ? 'so is the company' : `the company is ${employers[0]}`)
  }
  if (question.location !== null && user.location) {
    const agrees = sharesWord(question.location, user.location)
    points += agrees ? 1 : 0
    reasons.push(agrees ? 'and the place' : `the place is ${user.location}`)
  }
  return judged(points, reasons)
}

const minNameLikeness = 0.6

export function judgeCompany(question: AskedCompany, { user, links }: CodeHostProfile): Judged {
  const reasons: string[] = []
  let points = 0
  if (
    question.slug !== null &&
    links.some((link) => slugIn(link, 'company') === normalizeSlug(question.slug!))
  )
    return { confidenceOutOf10: certain, rationale: 'It links to the company’s page.' }
  const domain = question.domain === null ? undefined : registrableDomain(question.domain)
  const site = user.blog ? registrableDomain(user.blog) : undefined
  const mail = user.email ? registrableDomain(user.email.split('@').at(-1) ?? '') : undefined
  if (domain !== undefined && site === domain) {
    points += 8
    reasons.push('its website is the company’s')
  } else if (domain !== undefined && mail === domain) {
    points += 7
    reasons.push('its e-mail address is at the company’s domain')
  } else if (domain !== undefined && site !== undefined) {
    points -= 3
    reasons.push(`its website is ${site}`)
  }
  const name = question.name && nameLikeness(question.name, user)
  if (name) {
    points += name >= 0.9 ? 4 : 2
    reasons.push(name >= 0.9 ? 'the name is the same' : 'the name is alike')
  }
  // A person’s account with the company’s website is an employee’s.
  if (user.type !== 'Organization') {
    points -= 5
    reasons.push('the account is not an organization’s')
  }
  return judged(points, reasons)
}

function nameLikeness(name: string, { name: profileName, login }: GithubUser): number {
  const forms = companyNameForms(name)
  const likenesses = [profileName, login].map((text) =>
    text ? (companyNameLikeness(forms, companyNameForms(text), { fuzzy: false })?.likeness ?? 0) : 0,
  )
  return Math.max(...likenesses)
}

function judged(points: number, reasons: readonly string[]): Judged {
  const confidenceOutOf10 = Math.min(Math.max(points, 0), 9)
  if (reasons.length === 0) return { confidenceOutOf10: 0, rationale: 'Nothing it shows agrees.' }
  const sentence = reasons.join(', ')
  return { confidenceOutOf10, rationale: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.` }
}

/**
 * Several accounts that look alike: each is less likely the one. Those without a point are left out, the likeliest come
 * first.
 */
export function amongAlike<T extends Judged>(accounts: readonly T[]): T[] {
  const able = accounts.filter(({ confidenceOutOf10 }) => confidenceOutOf10 > 0)
  return able
    .map((account) => {
      const alike = able.filter((other) => other.confidenceOutOf10 === account.confidenceOutOf10).length
      if (alike === 1 || account.confidenceOutOf10 === certain) return account
      const rationale = `${account.rationale} ${alike} accounts agree as well as this one.`
      return { ...account, confidenceOutOf10: Math.max(1, account.confidenceOutOf10 - 3), rationale }
    })
    .toSorted((a, b) => b.confidenceOutOf10 - a.confidenceOutOf10)
}

/** `@acme, ex-@globex` and `Acme / State University` as names. */
function companiesIn({ company }: GithubUser): string[] {
  return (company ?? '')
    .slice(0, 300)
    .split(/[,;/|&]|\band\b/)
    .map((name) => name.trim().replace(/^@/, ''))
    .filter((name) => name !== '' && !/^(?:ex|former)\b/i.test(name))
}

/** The slug a link to a page of a network names, whichever host the network has. */
function slugIn(link: string, folders: string): string | undefined {
  const match = new RegExp(`^https?://[^/]+/(?:${folders})/([^/?#]+)`, 'i').exec(link)
  return match?.[1] === undefined ? undefined : normalizeSlug(match[1])
}

function sharesWord(a: string, b: string): boolean {
  const words = new Set(
    normalText(a)
      .split(' ')
      .filter((word) => word.length > 2),
  )
  return normalText(b)
    .split(' ')
    .some((word) => words.has(word))
}
