import type { NativeNewsArticle, Sentiment } from '../records/index.ts'
import { companyName } from './company-identity.ts'
import { referenceTo } from './company-funding.ts'
import { toDate, dayNumber, toDayNumber, toInstant } from './dates.ts'
import { makeFunding, type Round } from './funding.ts'
import { cityAt } from './places.ts'
import { hash, Random } from './random.ts'
import { sampleSource } from '../records/index.ts'
import { reservedId, reservedLabel } from './reserved-names.ts'
import { capitalized, stem } from './stems.ts'
import { industryAt } from './trades.ts'
import { acquired, closed, type World } from './world.ts'

const newsStream = 9
const random = new Random()
const perCompany = 16
const publisherSalt = 6
const publishers = 40
const twoYears = 730

interface Story {
  topic: string
  sentiment: Sentiment
  title: string
  summary: string
  day: number
}

/** Articles about companies from `from` until before `to`. Every recent funding round is reported. */
export function* generateNews(world: World, from = 0, to = world.companies): Generator<NativeNewsArticle> {
  for (let company = from; company < to; company++) {
    for (const [place, story] of makeStories(world, company).entries()) {
      yield makeArticle(world, company, place, story)
    }
  }
}

function makeStories(world: World, company: number): Story[] {
  const today = toDayNumber(world.asOf)
  const name = companyName(world, company)
  const stories = makeFunding(world, company)
    .rounds.filter((round) => round.day > today - twoYears)
    .map((round) => fundingStory(name, round))
  const reach = Math.log10(1 + (world.headcount[company] as number))
  const count = Math.floor(reach * 1.6 * (hash(world.seed, 91, company) / 2 ** 32))
  const age = today - dayNumber(world.founded[company] as number)
  for (let place = 0; place < count; place++) {
    random.start(world.seed, newsStream, company * perCompany + place)
    stories.push(ordinaryStory(world, company, today - 1 - random.below(Math.min(twoYears, age - 1))))
  }
  return stories
}

function fundingStory(name: string, { type, amount, day, investors }: Round): Story {
  const round = type.replaceAll('_', ' ')
  const millions =
    amount >= 1e6 ? `${Math.round(amount / 1e5) / 10} million` : `${Math.round(amount / 1000)},000`
  return {
    topic: 'funding',
    sentiment: 'positive',
    title: `${name} raises ${millions} dollars in ${round} round`,
    summary: `${name} raised ${millions} dollars led by ${investors[0]?.name ?? 'its owners'}.`,
    day,
  }
}

function ordinaryStory(world: World, company: number, day: number): Story {
  const name = companyName(world, company)
  const { keywords } = industryAt(world.industry[company] as number)
  const field = random.pick(keywords)
  const city = cityAt(world.city[company] as number).name
  const status = world.status[company]
  const choice = random.unit()
  if (status === closed) {
    return {
      topic: 'closing',
      sentiment: 'negative',
      title: `${name} closes down`,
      summary: `${name} of ${city} ends its work on ${field}.`,
      day,
    }
  }
  if (status === acquired && choice < 0.4) {
    return {
      topic: 'acquisition',
      sentiment: 'neutral',
      title: `${name} finds a new owner`,
      summary: `The ${field} company from ${city} was acquired.`,
      day,
    }
  }
  if (choice < 0.5) {
    return {
      topic: 'launch',
      sentiment: 'positive',
      title: `${name} launches new offer for ${field}`,
      summary: `${name} widens its work on ${field}.`,
      day,
    }
  }
  if (choice < 0.65) {
    return {
      topic: 'layoffs',
      sentiment: 'negative',
      title: `${name} cuts jobs in ${city}`,
      summary: `${name} lays off part of its staff in ${field}.`,
      day,
    }
  }
  if (choice < 0.85) {
    return {
      topic: 'partnership',
      sentiment: 'positive',
      title: `${name} signs partnership on ${field}`,
      summary: `Together with a partner, ${name} will offer ${field}.`,
      day,
    }
  }
  return {
    topic: 'profile',
    sentiment: 'neutral',
    title: `A visit to ${name}`,
    summary: `How ${name} works on ${field} in ${city}.`,
    day,
  }
}

function makeArticle(world: World, company: number, place: number, story: Story): NativeNewsArticle {
  const publisher = hash(world.seed, 92, company * perCompany + place) % publishers
  const coined = stem(world.seed, publisherSalt, 920_000 + publisher)
  const domain = `${reservedLabel(coined)}.news`
  const id = reservedId(`n${company}-${place}`)
  return {
    article_id: id,
    url: `https://www.${domain}/${id}`,
    title: story.title,
    published_at: toInstant(story.day, 28_800 + ((publisher * 977) % 36_000)),
    publisher_name: `${capitalized(coined)} News`,
    publisher_domain: domain,
    summary: story.summary,
    sentiment: story.sentiment,
    topic: story.topic,
    event_date: toDate(story.day),
    language_code: 'en',
    companies: [referenceTo(world, company)],
    source: sampleSource,
    observed_at: world.asOf,
    confidence: 1,
  }
}
