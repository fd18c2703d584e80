import { companyDomain, networkOrigin } from './company-identity.ts'
import { drawName, type SampleName } from './names.ts'
import { cityAt } from './places.ts'
import { hash, Random } from './random.ts'
import { reservedSlug } from './reserved-names.ts'
import { countPeople, type World } from './world.ts'

const identityStream = 2
const random = new Random()

/** The identity of a person, without the career. It is cheap, so that posts and colleagues can refer to it. */
export interface PersonIdentity {
  name: SampleName
  slug: string
}

export function personIdentity(world: World, company: number, index: number): PersonIdentity {
  random.start(world.seed, identityStream, index)
  const name = drawName(random, cityAt(world.city[company] as number).country)
  return { name, slug: reservedSlug(`${name.asciiFirst}-${name.asciiLast}-${personKey(world, index)}`) }
}

// 36^6 keys and a prime step give every person of a world another one.
const keys = 36 ** 6

/** Six letters and digits, different for every person. */
export function personKey(world: World, index: number): string {
  const place = (index * 1_000_003 + hash(world.seed, 21, 0)) % keys
  return place.toString(36).padStart(6, '0')
}

/**
 * Outside ids of a person. Every fifth has an account at the microblog and every seventh at the code host, decided by
 * the index alone, because a draw would change everybody drawn after.
 */
export function outsideIds(slug: string, index: number): Record<string, string> {
  const account = slug.replaceAll('-', '')
  return {
    sample: `p${index}`,
    ...(index % 5 === 0 ? { microblog: account } : {}),
    ...(index % 7 === 0 ? { codehost: account } : {}),
  }
}

export function personUrl(slug: string): string {
  return `${networkOrigin}/in/${slug}`
}

let mailboxesOf: { world: World; company: number; addresses: string[] } | undefined

/**
 * Work mailboxes of the people of a company, by the company's pattern. Namesakes get a number, which takes knowing
 * all the names; the last company asked for is remembered, because people come in company order.
 */
export function workMailboxes(world: World, company: number): string[] {
  if (mailboxesOf?.world === world && mailboxesOf.company === company) return mailboxesOf.addresses
  const pattern = patterns[hash(world.seed, 22, company) % patterns.length] as (name: SampleName) => string
  const domain = companyDomain(world, company)
  const first = world.firstPerson[company] as number
  const slugs = new Set<string>()
  const addresses = Array.from({ length: countPeople(world, company) }, (_, slot) => {
    const wanted = pattern(personIdentity(world, company, first + slot).name)
    let box = wanted
    for (let next = 2; slugs.has(box); next++) box = `${wanted}${next}`
    slugs.add(box)
    return `${box}@${domain}`
  })
  mailboxesOf = { world, company, addresses }
  return addresses
}

// In the order of how many companies use them.
const patterns: ((name: SampleName) => string)[] = [
  firstDotLast,
  firstDotLast,
  firstDotLast,
  (name) => name.asciiFirst.charAt(0) + name.asciiLast,
  (name) => name.asciiFirst.charAt(0) + name.asciiLast,
  (name) => name.asciiFirst,
  (name) => name.asciiFirst + name.asciiLast.charAt(0),
  (name) => `${name.asciiFirst}_${name.asciiLast}`,
  (name) => `${name.asciiLast}.${name.asciiFirst}`,
]

function firstDotLast(name: SampleName): string {
  return `${name.asciiFirst}.${name.asciiLast}`
}
