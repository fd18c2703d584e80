import type { NativeAccount, FamilyPlatform } from '../records/index.ts'
import { referenceTo } from './company-funding.ts'
import { companyDomain, companyName, companySlug, companyUrl } from './company-identity.ts'
import { personIdentity, personUrl } from './person-identity.ts'
import { hash, Random } from './random.ts'
import { sampleSource } from '../records/index.ts'
import { reservedId } from './reserved-names.ts'
import { industryAt } from './trades.ts'
import { active, type World } from './world.ts'

const accountStream = 12
const random = new Random()

/** Accounts of a company itself, at most. A person has one at most. */
const maxAccountsOfCompany = 2

/** An account as its uploads refer to it. */
export interface SampleAccount {
  platform: FamilyPlatform
  /** The id names the owner: `sample-c12-photo`, `sample-p345-forum`. */
  id: string
  handle: string
  name: string
  company: number
  /** Absent for the company's own account. */
  person?: number
}

/** Ids that are reserved for the accounts of all companies before this one and of their people. */
export const accountsBefore = (world: World, company: number): number =>
  company * maxAccountsOfCompany + (world.firstPerson[company] as number)

/** The owner of an account, by its id. */
export function sampleOwner(id: string | null | undefined) {
  const [, sort, index] = /^sample-([cp])(\d+)-/.exec(id ?? '') ?? []
  return { kind: sort === 'c' ? ('companies' as const) : ('people' as const), index: Number(index ?? -1) }
}

/** Members that name the owner of something. */
export function ownerMembers(world: World, { company, person, name }: SampleAccount) {
  if (person === undefined) {
    const slug = companySlug(world, company)
    return {
      author_type: 'company' as const,
      author_name: name,
      author_pnet_slug: slug,
      author_pnet_url: companyUrl(slug),
      company: referenceTo(world, company),
    }
  }
  const { slug } = personIdentity(world, company, person)
  return {
    author_type: 'person' as const,
    author_name: name,
    author_pnet_slug: slug,
    author_pnet_url: personUrl(slug),
  }
}

const platformOfPerson = ['forum', 'video', 'photo'] as const

/** Accounts of a company and of its people, as owners alone. */
export function makeAccounts(world: World, company: number): SampleAccount[] {
  const accounts: SampleAccount[] = []
  for (const platform of ['photo', 'video'] as const)
    if (hasAccount(world, company, platform)) accounts.push(companyAccount(world, company, platform))
  const last = world.firstPerson[company + 1] as number
  for (let person = world.firstPerson[company] as number; person < last; person++) {
    const platform = platformOfPerson[hash(world.seed, 83, person) % 48]
    if (platform !== undefined) accounts.push(personAccount(world, { company, person }, platform))
  }
  return accounts
}

/** Every sixth company is on the photo platform, every eighth on the video platform. */
function hasAccount(world: World, company: number, platform: 'photo' | 'video'): boolean {
  if (world.status[company] !== active) return false
  return platform === 'photo'
    ? hash(world.seed, 81, company) % 6 === 0
    : hash(world.seed, 82, company) % 8 === 0
}

const companyAccount = (world: World, company: number, platform: FamilyPlatform): SampleAccount => ({
  platform,
  id: reservedId(`c${company}-${platform}`),
  handle: companySlug(world, company).replaceAll('-', '_'),
  name: companyName(world, company),
  company,
})

export function personAccount(
  world: World,
  { company, person }: { company: number; person: number },
  platform: FamilyPlatform,
): SampleAccount {
  const { name, slug } = personIdentity(world, company, person)
  const handle = slug.replaceAll('-', '')
  return { platform, id: reservedId(`p${person}-${platform}`), handle, name: name.full, company, person }
}

/** Accounts of a company and of its people, as lines. */
export function* generateAccounts(world: World, company: number): Generator<NativeAccount> {
  for (const account of makeAccounts(world, company)) {
    const { platform, id, handle, person } = account
    random.start(world.seed, accountStream, company * 100_003 + (person ?? (platform === 'photo' ? -1 : -2)))
    const followers = Math.min(3_000_000, Math.floor(40 / (1 - random.unit()) ** 1.1))
    const { name, keywords } = industryAt(world.industry[company] as number)
    const follows = platform === 'forum' ? [] : followed(world, account, platform)
    yield {
      platform,
      handle,
      account_id: id,
      ...ownerMembers(world, account),
      bio: `${random.pick(keywords)}, ${random.pick(keywords)} and ${name}.`,
      follower_count: followers,
      following_count: follows.length + random.below(400),
      upload_count: 4 + random.below(200),
      like_count: followers * (1 + random.below(9)),
      profile_image_url: `https://img.${platform}.example/${id}.jpg`,
      external_url: person === undefined ? `https://${companyDomain(world, company)}` : null,
      is_verified: person === undefined && random.chance(0.4),
      is_private: false,
      follows,
      source: sampleSource,
      observed_at: world.asOf,
      confidence: 1,
    }
  }
}

/** Companies' accounts that an account follows: the next ones from a place on. */
function followed(world: World, { handle }: SampleAccount, platform: 'photo' | 'video'): string[] {
  const handles = new Set<string>()
  for (let wanted = 1 + random.below(4); wanted > 0; wanted--) {
    const start = random.below(world.companies)
    for (let step = 0; step < 24; step++) {
      const company = (start + step) % world.companies
      if (!hasAccount(world, company, platform)) continue
      handles.add(companyAccount(world, company, platform).handle)
      break
    }
  }
  handles.delete(handle)
  return [...handles]
}
