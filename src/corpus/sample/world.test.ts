import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  createWorld,
  generateComments,
  generateCompanies,
  generateJobPostings,
  generateNews,
  generatePeople,
  generatePerson,
  generatePosts,
  generateReactions,
  mostOnPost,
  countPeople,
  sampleSize,
} from './index.ts'
import { verifies } from '../../../test/conformance/verifies.ts'

const size = { companies: 400, people: 3000 }

function sha256(files: Iterable<unknown>[]): string {
  const digest = createHash('sha256')
  for (const file of files) for (const line of file) digest.update(`${JSON.stringify(line)}\n`)
  return digest.digest('hex')
}

describe('a world', () => {
  it('is the same bytes for the same seed, and others for another', () => {
    verifies('promise.corpus.sample-deterministic')
    const bytes = (seed: number) => {
      const world = createWorld({ ...size, seed })
      return sha256([
        generateCompanies(world),
        generatePeople(world),
        generateJobPostings(world),
        generatePosts(world),
        generateNews(world),
        generateComments(world),
        generateReactions(world),
      ])
    }
    expect(bytes(7)).toBe(bytes(7))
    expect(bytes(7)).not.toBe(bytes(8))
  })

  it('pins the bytes of seed 1, so that a change of the sample is a decision', () => {
    const world = createWorld(size)
    expect(sha256([generateCompanies(world), generatePeople(world)])).toMatchInlineSnapshot(
      `"e0cd359a843fcb2793ba646bb3823407af2e9cdb61eb6d5409334b09b8ebf6cb"`,
    )
  })

  it('has comments on and reactions to its posts, after them, by people of the world', () => {
    const world = createWorld(size)
    const posts = new Map([...generatePosts(world)].map((post) => [post.post_id, post]))
    const slugs = new Set([...generatePeople(world)].map((person) => person.primary_slug))
    const [comments, reactions] = [[...generateComments(world)], [...generateReactions(world)]]
    const moments = [
      ...comments.map((each) => ({ ...each, instant: each.posted_at, most: mostOnPost.comments })),
      ...reactions.map((each) => ({ ...each, instant: each.reacted_at, most: mostOnPost.reactions })),
    ]
    for (const { post_id, author_pnet_slug, instant } of moments) {
      expect(instant! >= posts.get(post_id)!.posted_at! && instant! < world.asOf).toBe(true)
      expect(slugs).toContain(author_pnet_slug)
    }
    const onOne = Map.groupBy(reactions, ({ post_id }) => post_id)
    for (const [id, found] of onOne) {
      expect(found.length).toBeLessThanOrEqual(Math.min(mostOnPost.reactions, posts.get(id)!.num_reactions!))
      expect(new Set(found.map((each) => each.author_pnet_slug)).size).toBe(found.length)
    }
    expect(comments.length).toBeGreaterThan(100)
    expect(onOne.size).toBe(posts.size)
    const some = [...generateComments(world, 100, 200)]
    expect(comments).toEqual(expect.arrayContaining(some))
    expect(new Set(comments.map((each) => each.comment_id)).size).toBe(comments.length)
  })

  it('yields the same people in any order and in any split into ranges', () => {
    const world = createWorld(size)
    const whole = Array.from(generatePeople(world), (person) => JSON.stringify(person))
    fc.assert(
      fc.property(fc.nat(size.people), fc.array(fc.nat(size.people - 1), { maxLength: 30 }), (cut, order) => {
        const fresh = createWorld(size)
        for (const index of order) expect(JSON.stringify(generatePerson(fresh, index))).toBe(whole[index])
        const first = generatePeople(fresh, cut, Math.min(size.people, cut + 20))
        expect(Array.from(first, (person) => JSON.stringify(person))).toEqual(whole.slice(cut, cut + 20))
      }),
      { numRuns: 30 },
    )
  })

  it('has exactly the people asked for, all of them at some company', () => {
    for (const people of [0, 1, 999, 20_000]) {
      const world = createWorld({ companies: 2500, people })
      let sum = 0
      for (let company = 0; company < world.companies; company++) sum += countPeople(world, company)
      expect(sum).toBe(people)
    }
    expect(sampleSize('small')).toEqual({ companies: 3000, people: 20_000 })
    expect(createWorld(sampleSize(5000)).people).toBe(50_000)
  })

  it('is possible with any number of companies, however few', () => {
    for (const companies of [1, 2, 3, 7, 20]) {
      const world = createWorld(sampleSize(companies))
      expect(world.people).toBeLessThanOrEqual(companies * 10)
      expect(Array.from(generatePeople(world)).length).toBe(world.people)
      expect(Array.from(generateCompanies(world)).length).toBe(companies)
    }
  })

  it('refuses more people than its companies employ, and no companies', () => {
    expect(() => createWorld({ companies: 3, people: 1_000_000_000 })).toThrow(RangeError)
    expect(() => createWorld({ companies: 0 })).toThrow(RangeError)
  })
})
