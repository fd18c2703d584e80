import {
  generateComments,
  generateJobPosting,
  generateNews,
  generatePosts,
  generateReactions,
  mostOnPost,
  postingCount,
  type World,
} from '../sample/index.ts'

/** Kinds of records that companies have several of; a sample makes them company by company. */
export const mediaKinds = ['postings', 'posts', 'news', 'comments', 'reactions'] as const
export type MediaKind = (typeof mediaKinds)[number]

/** Most postings and articles of a company, most posts of a company itself and of each of its people. */
const mostPostings = 400
const mostArticles = 32
const mostPosts = { company: 6, person: 3 }

/**
 * Entity ids kept for the records of all companies before this one, so that ids can be given out company by company
 * without counting: most stay unused.
 */
export function idsBefore(world: World, kind: MediaKind, company: number): number {
  switch (kind) {
    case 'postings':
      return company * mostPostings
    case 'news':
      return company * mostArticles
    case 'posts':
      return postIdsBefore(world, company)
    case 'comments':
    case 'reactions':
      return postIdsBefore(world, company) * mostOnPost[kind]
  }
}

const postIdsBefore = (world: World, company: number) =>
  company * mostPosts.company + (world.firstPerson[company] as number) * mostPosts.person

/** The records of one company, as native lines. */
export function mediaLines(world: World, kind: MediaKind, company: number): object[] {
  const lines = [...linesOf(world, kind, company)]
  const room = idsBefore(world, kind, company + 1) - idsBefore(world, kind, company)
  if (lines.length > room)
    throw new RangeError(`company ${company} has ${lines.length} ${kind}, over ${room}`)
  return lines
}

function linesOf(world: World, kind: MediaKind, company: number): Iterable<object> {
  if (kind === 'posts') return generatePosts(world, company, company + 1)
  if (kind === 'news') return generateNews(world, company, company + 1)
  if (kind === 'comments') return generateComments(world, company, company + 1)
  if (kind === 'reactions') return generateReactions(world, company, company + 1)
  return Array.from({ length: postingCount(world, company) }, (_, place) =>
    generateJobPosting(world, company, place),
  )
}

/** Where indexes of a world's companies and people are in the corpus. */
export interface EntityRange {
  kind: 'companies' | 'people'
  /** First index, and the one after the last. */
  from: number
  to: number
  firstEntityId: number
}

/** The entity a record of a company refers to, known without looking it up: a world is loaded in order. */
export function linksOf(line: object, company: number, ranges: readonly EntityRange[]): string[] {
  const { post_id, comment_id, reaction_id } = line as Record<string, string | undefined>
  const onPost = comment_id ?? reaction_id
  const person = onPost === undefined ? /^p(\d+)-/.exec(post_id ?? '') : /-by(\d+)$/.exec(onPost)
  return [
    person === null ? entityAt(ranges, 'companies', company) : entityAt(ranges, 'people', Number(person[1])),
  ]
}

function entityAt(ranges: readonly EntityRange[], kind: EntityRange['kind'], index: number): string {
  const range = ranges.find((each) => each.kind === kind && each.from <= index && index < each.to)
  return range === undefined ? '0' : String(range.firstEntityId + index - range.from)
}
