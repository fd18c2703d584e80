import { reactionTypes, type NativePost } from '../records/index.ts'
import type { NativePostComment, NativePostReaction } from '../records/index.ts'
import { personIdentity, personUrl } from './person-identity.ts'
import { networkOrigin } from './company-identity.ts'
import { generatePosts } from './posts.ts'
import { Random } from './random.ts'
import { findCompany, type World } from './world.ts'
import { sampleSource } from '../records/index.ts'

const commentStream = 10
const reactionStream = 11
const random = new Random()
const twoWeeksMs = 14 * 86_400_000

/** Comments and reactions that the sample has of one post, at most. The post's counts are higher. */
export const maxOnPost = { comments: 3, reactions: 5 }

const remarks = [
  'Congratulations to the whole team!',
  'We see the same with our customers.',
  'Is there a recording of this?',
  'Well put. What was the hardest part?',
  'Happy to compare notes.',
  'Thank you for sharing.',
]

/** Comments on the posts of companies from `from` until before `to` and of their people. */
export function* generateComments(
  world: World,
  from = 0,
  to = world.companies,
): Generator<NativePostComment> {
  if (world.people === 0) return
  for (const post of generatePosts(world, from, to)) {
    const count = Math.min(maxOnPost.comments, post.num_comments ?? 0)
    for (let place = 0; place < count; place++) {
      random.start(world.seed, commentStream, makeKey(post.post_id) * maxOnPost.comments + place)
      const person = random.below(world.people)
      const id = `${post.post_id}-k${place}-by${person}`
      yield {
        comment_id: id,
        post_id: post.post_id,
        comment_url: `${networkOrigin}/posts/${post.post_id}?comment=${id}`,
        posted_at: momentAfter(world, post),
        text: random.pick(remarks),
        num_reactions: random.below(12),
        num_replies: 0,
        language_code: 'en',
        ...makeAuthor(world, person),
      }
    }
  }
}

/** Reactions to the same posts; nobody reacts to a post twice. */
export function* generateReactions(
  world: World,
  from = 0,
  to = world.companies,
): Generator<NativePostReaction> {
  if (world.people === 0) return
  for (const post of generatePosts(world, from, to)) {
    const count = Math.min(maxOnPost.reactions, Math.floor((post.num_reactions ?? 0) / 8))
    const people = new Set<number>()
    for (let place = 0; place < count; place++) {
      random.start(world.seed, reactionStream, makeKey(post.post_id) * maxOnPost.reactions + place)
      const person = random.below(world.people)
      if (people.has(person)) continue
      people.add(person)
      yield {
        reaction_id: `${post.post_id}-r${place}-by${person}`,
        post_id: post.post_id,
        reaction_type: random.chance(0.7) ? 'LIKE' : random.pick(reactionTypes),
        reacted_at: momentAfter(world, post),
        ...makeAuthor(world, person),
      }
    }
  }
}

/** 28 bits of a post's id, since numbers distinguish the sequences. */
function makeKey(postId: string): number {
  let key = 17
  for (let offset = 0; offset < postId.length; offset++)
    key = (Math.imul(key, 31) + postId.charCodeAt(offset)) | 0
  return key & 0xf_ff_ff_ff
}

/** Within two weeks of the post, but before the day of the sample. */
function momentAfter(world: World, { posted_at }: NativePost): string {
  const start = Date.parse(posted_at ?? world.asOf)
  const room = Math.min(twoWeeksMs, Date.parse(world.asOf) - start)
  return new Date(start + Math.floor(random.unit() * room)).toISOString()
}

function makeAuthor(world: World, person: number) {
  const { name, slug } = personIdentity(world, findCompany(world, person), person)
  return {
    author_type: 'person' as const,
    author_name: name.full,
    author_pnet_slug: slug,
    author_pnet_url: personUrl(slug),
    source: sampleSource,
    observed_at: world.asOf,
    confidence: 1,
  }
}
