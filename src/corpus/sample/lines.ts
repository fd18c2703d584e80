import type { EntityKind, LineOf } from '../kinds/index.ts'
import { generateCompany } from './company.ts'
import { flightCount, flightLine } from './flights.ts'
import { generateHotel, hotelCount } from './hotels.ts'
import { instrumentCount, instrumentLine } from './instruments.ts'
import { listingCount, listingLine } from './listings.ts'
import { generateMapPlace, mapPlaceCount } from './map-places.ts'
import { generateNews } from './news.ts'
import { generatePerson } from './person.ts'
import { accountsBefore, generateAccounts, sampleOwner } from './platform-accounts.ts'
import { generateReplies, generateUploads, repliesBefore, uploadsBefore } from './platform-uploads.ts'
import { generateComments, generateReactions, maxOnPost } from './post-activity.ts'
import { generateJobPosting, postingCount } from './postings.ts'
import { generatePosts } from './posts.ts'
import type { World } from './world.ts'

/** An entity of a sample world, by its index there. */
export interface SampleReference {
  kind: 'companies' | 'people'
  index: number
}

/** What the number of records in a world follows from. */
type Size = Pick<World, 'companies' | 'people'>

/**
 * How a sample world makes records of a kind: those that make up the world, one an index; those of its companies,
 * some for each; or a number of the world as a whole (hotels, flights). Ids are given out company by company without
 * counting, so most ids of the second sort stay unused.
 */
export type SampleLines<N extends object = Record<string, unknown>> =
  | { each: SampleReference['kind']; line(world: World, index: number): N }
  | {
      each: 'world'
      count(world: Size): number
      line(world: World, index: number): N
    }
  | {
      each: 'company'
      /** Entity ids that are reserved for the records of all companies before this one. */
      idsBefore(world: World, company: number): number
      lines(world: World, company: number): Iterable<N>
      /** What the links of a kind would find for a line, without a look-up. */
      refersTo(line: N, company: number): SampleReference[]
    }

const maxPostingsOfCompany = 400
const maxNewsOfCompany = 32
const maxPostsOfCompany = 6
const maxPostsOfPerson = 3

/** Ids that are reserved for the posts of all companies before this one and of their people. */
const postIdsBefore = (world: World, company: number): number =>
  company * maxPostsOfCompany + (world.firstPerson[company] as number) * maxPostsOfPerson

/** A person of the world where an id names one, else the company. */
const personOrCompany = (number: string | undefined, company: number): SampleReference =>
  number === undefined ? { kind: 'companies', index: company } : { kind: 'people', index: Number(number) }

/** The author of a comment or reaction, whose id ends in the number of the person. */
const findAuthor = (id: string | null | undefined, company: number) =>
  personOrCompany(/-by(\d+)$/.exec(id ?? '')?.[1], company)

/** The lines of every kind. Types compare each with the native line of its kind. */
const linesByKind: { readonly [Name in EntityKind]: SampleLines<LineOf<Name>> } = {
  companies: { each: 'companies', line: generateCompany },
  people: { each: 'people', line: generatePerson },
  postings: {
    each: 'company',
    idsBefore: (_world, company) => company * maxPostingsOfCompany,
    lines: (world, company) =>
      Array.from({ length: postingCount(world, company) }, (_, place) =>
        generateJobPosting(world, company, place),
      ),
    refersTo: (_line, company) => [{ kind: 'companies', index: company }],
  },
  posts: {
    each: 'company',
    idsBefore: postIdsBefore,
    lines: (world, company) => generatePosts(world, company, company + 1),
    refersTo: ({ post_id }, company) => [personOrCompany(/^sample-p(\d+)-/.exec(post_id)?.[1], company)],
  },
  news: {
    each: 'company',
    idsBefore: (_world, company) => company * maxNewsOfCompany,
    lines: (world, company) => generateNews(world, company, company + 1),
    refersTo: (_line, company) => [{ kind: 'companies', index: company }],
  },
  comments: {
    each: 'company',
    idsBefore: (world, company) => postIdsBefore(world, company) * maxOnPost.comments,
    lines: (world, company) => generateComments(world, company, company + 1),
    refersTo: ({ comment_id }, company) => [findAuthor(comment_id, company)],
  },
  reactions: {
    each: 'company',
    idsBefore: (world, company) => postIdsBefore(world, company) * maxOnPost.reactions,
    lines: (world, company) => generateReactions(world, company, company + 1),
    refersTo: ({ reaction_id }, company) => [findAuthor(reaction_id, company)],
  },
  instruments: { each: 'world', count: instrumentCount, line: instrumentLine },
  hotels: { each: 'world', count: hotelCount, line: generateHotel },
  places: { each: 'world', count: mapPlaceCount, line: generateMapPlace },
  listings: { each: 'world', count: listingCount, line: listingLine },
  flights: { each: 'world', count: flightCount, line: flightLine },
  accounts: {
    each: 'company',
    idsBefore: accountsBefore,
    lines: generateAccounts,
    refersTo: ({ account_id }) => [sampleOwner(account_id)],
  },
  uploads: {
    each: 'company',
    idsBefore: uploadsBefore,
    lines: generateUploads,
    refersTo: ({ author_account_id }) => [sampleOwner(author_account_id)],
  },
  replies: {
    each: 'company',
    idsBefore: repliesBefore,
    lines: generateReplies,
    refersTo: ({ author_account_id }) => [sampleOwner(author_account_id)],
  },
}

/** The lines of every kind, for code that loops over the kinds. */
export const samples: Readonly<Record<EntityKind, SampleLines>> = linesByKind

/** Indexes that the sample of a kind has in a world. */
export function countSampleIndexes(kind: EntityKind, world: Size): number {
  const sample = samples[kind]
  if (sample.each === 'world') return sample.count(world)
  return sample.each === 'people' ? world.people : world.companies
}

/** The native lines of an index. */
export function makeSampleLines(kind: EntityKind, world: World, index: number): Iterable<object> {
  const sample = samples[kind]
  return sample.each === 'company' ? sample.lines(world, index) : [sample.line(world, index)]
}
