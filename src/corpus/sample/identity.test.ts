import { describe, expect, it } from 'vitest'
import { normalizeDomain } from '../../lib/domain-name.ts'
import { normalizeEmail } from '../../lib/email.ts'
import { normalizePhone } from '../../lib/phone.ts'
import countryData from '../../../data/sample/countries.json' with { type: 'json' }
import { createWorld, generateCompanies, generatePeople, generateSchools } from './index.ts'

const world = createWorld({ companies: 10_000, people: 100_000 })

describe('identifiers over 100,000 people', () => {
  const slugs = new Set<string>()
  const emails = new Set<string>()
  const phones: string[] = []
  const urns = new Set<string>()
  let former = 0
  let mailboxes = 0
  const companyDomains = new Set<string>()
  for (const person of generatePeople(world)) {
    for (const slug of person.slugs ?? []) slugs.add(slug)
    former += (person.slugs?.length ?? 0) - 1
    urns.add(`${person.entity_urn}`)
    for (const { email, type } of person.emails ?? []) {
      emails.add(email)
      mailboxes++
      if (type === 'work') companyDomains.add(email.slice(email.indexOf('@') + 1))
      else if (!email.endsWith('.example')) throw new Error(email)
    }
    for (const { number } of person.phone_numbers ?? []) phones.push(number)
  }

  it('give no slug, mailbox, number or entity id to two people', () => {
    expect(slugs.size).toBe(100_000 + former)
    expect(former).toBeGreaterThan(1000)
    expect(urns.size).toBe(100_000)
    expect(emails.size).toBe(mailboxes)
    expect(new Set(phones).size).toBe(phones.length)
    expect(phones.length).toBeGreaterThan(2000)
  })

  it('use only letters, digits and hyphens in slugs and plain ASCII in mailboxes', () => {
    expect([...slugs].filter((slug) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))).toEqual([])
    expect([...emails].filter((email) => !/^[a-z0-9][a-z0-9._-]*@[a-z0-9.-]+$/.test(email))).toEqual([])
  })

  it('use phone numbers set aside for fiction only', () => {
    const reserved = countryData.flatMap((country) =>
      country.phones.map((pattern) => pattern.replace('+', '\\+').replaceAll('#', '\\d')),
    )
    const allowed = new RegExp(`^(${reserved.join('|')})$`)
    expect(phones.filter((phone) => !allowed.test(phone))).toEqual([])
    const american = phones.filter((phone) => phone.startsWith('+1'))
    for (const phone of american) expect(/^\+1\d{3}55501\d\d$/.test(phone)).toBe(true)
    expect(american.length).toBeGreaterThan(1000)
  })

  it('are in normal form already, so identity keeps them as they are', () => {
    expect([...emails].filter((email) => normalizeEmail(email) !== email)).toEqual([])
    expect(phones.filter((phone) => normalizePhone(phone) !== phone)).toEqual([])
    expect([...companyDomains].filter((domain) => normalizeDomain(domain) !== domain)).toEqual([])
  })

  it('use work mailboxes under the domain of a company of the world, which nobody can register', () => {
    const domains = new Set([...generateCompanies(world)].flatMap((company) => company.domains))
    expect([...companyDomains].filter((domain) => !domains.has(domain))).toEqual([])
    expect([...domains].filter((domain) => !/^[a-z]{2}--[a-z]+\.[a-z.]+$/.test(domain))).toEqual([])
  })
})

describe('identifiers of companies and schools', () => {
  const all = [...generateCompanies(world), ...generateSchools(world)]

  it('give no slug, domain, organization id or phone to two of them', () => {
    const slugs = all.flatMap((company) => company.pnet_slugs ?? [])
    const phones = all.flatMap((company) => company.phone_numbers ?? [])
    expect(new Set(slugs).size).toBe(slugs.length)
    expect(new Set(phones).size).toBe(phones.length)
    expect(new Set(all.flatMap((company) => company.domains)).size).toBe(all.length)
    expect(new Set(all.map((company) => company.li_org_id)).size).toBe(all.length)
  })
})
