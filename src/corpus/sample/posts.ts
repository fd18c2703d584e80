import type { NativePost } from '../records/index.ts'
import { companyName, companySlug, companyUrl, networkOrigin } from './company-identity.ts'
import { referenceTo } from './company-funding.ts'
import { dayNumber, toDayNumber, toInstant } from './dates.ts'
import { personIdentity, personUrl } from './person-identity.ts'
import { hash, Random } from './random.ts'
import { sampleSource } from '../records/index.ts'
import { reservedId } from './reserved-names.ts'
import { industryAt } from './trades.ts'
import { active, type World } from './world.ts'

const postStream = 7
const random = new Random()
const perAuthor = 6

const companyOpeners = [
  'We are hiring for',
  'Proud of what our team did in',
  'New on our blog:',
  'Meet us next week to talk about',
  'Today we launched something new for',
]
const personOpeners = [
  'Some thoughts on',
  'Three things I learned about',
  'Happy to share my talk on',
  'Looking for advice on',
  'A good week for everybody in',
]

/** Posts of companies from `from` until before `to` and of their people. */
export function* generatePosts(world: World, from = 0, to = world.companies): Generator<NativePost> {
  for (let company = from; company < to; company++) {
    yield* companyPosts(world, company)
    const last = world.firstPerson[company + 1] as number
    for (let person = world.firstPerson[company] as number; person < last; person++)
      yield* personPosts(world, company, person)
  }
}

function* companyPosts(world: World, company: number): Generator<NativePost> {
  if (world.status[company] !== active) return
  const reach = Math.log2(1 + (world.headcount[company] as number))
  const count = Math.min(perAuthor, Math.floor((reach / 2) * (hash(world.seed, 71, company) / 2 ** 32) * 1.4))
  for (let place = 0; place < count; place++) {
    random.start(world.seed, postStream, company * perAuthor + place)
    const slug = companySlug(world, company)
    yield {
      ...makePost(world, company, reservedId(`c${company}-${place}`), companyOpeners),
      author_type: 'company',
      author_name: companyName(world, company),
      author_pnet_slug: slug,
      author_pnet_url: companyUrl(slug),
      company: referenceTo(world, company),
    }
  }
}

/** One person in thirty writes, one to three posts each. */
function* personPosts(world: World, company: number, person: number): Generator<NativePost> {
  const decision = hash(world.seed, 72, person)
  if (decision % 30 !== 0) return
  const { name, slug } = personIdentity(world, company, person)
  const count = 1 + ((decision >>> 8) % 3)
  for (let place = 0; place < count; place++) {
    random.start(world.seed, postStream + 1, person * perAuthor + place)
    yield {
      ...makePost(world, company, reservedId(`p${person}-${place}`), personOpeners),
      author_type: 'person',
      author_name: name.full,
      author_pnet_slug: slug,
      author_pnet_url: personUrl(slug),
    }
  }
}

function makePost(world: World, company: number, id: string, openers: string[]): NativePost {
  const { keywords } = industryAt(world.industry[company] as number)
  const today = toDayNumber(world.asOf)
  const age = today - dayNumber(world.founded[company] as number)
  const reactions = Math.min(20_000, Math.floor(8 / (1 - random.unit()) ** 0.9))
  const likes = Math.floor(reactions * 0.7)
  return {
    post_id: id,
    post_url: `${networkOrigin}/posts/${id}`,
    posted_at: toInstant(today - 1 - random.below(Math.min(360, age - 1)), random.below(86_400)),
    caption: `${random.pick(openers)} ${random.pick(keywords)}. More about ${random.pick(keywords)} soon.`,
    num_reactions: reactions,
    num_comments: Math.floor(reactions * 0.12 * random.unit()),
    num_shares: Math.floor(reactions * 0.05 * random.unit()),
    reactions_by_type: { LIKE: likes, CELEBRATE: reactions - likes },
    image_urls: random.chance(0.4) ? [`https://img.pnet.example/posts/${id}.jpg`] : [],
    language_code: 'en',
    source: sampleSource,
    observed_at: world.asOf,
    confidence: 1,
  }
}
