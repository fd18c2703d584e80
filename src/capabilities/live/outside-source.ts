import {
  stateOfAttempts,
  yieldTo,
  type LiveAnswer,
  type Provided,
  type Question,
  type Sources,
} from '../../sources/index.ts'
import type { ActorQuestion, LiveCapability, LiveQuestions, LiveSource } from './live-source.ts'

type Answered<C extends LiveCapability> = LiveQuestions[C]['answer']

/** How a question of this slice is put to the sources, and what their answer means. */
interface Translation<C extends LiveCapability> {
  question(question: LiveQuestions[C]['question']): Question<C>
  answer(answer: Provided<C>['answer'], question: LiveQuestions[C]['question']): Answered<C>
  /** Members that the answer says otherwise than the corpus and does not overrule. */
  withheld?(answer: Provided<C>['answer'], question: LiveQuestions[C]['question']): string[]
}

const actor = ({ type, slug, id, url }: ActorQuestion) => ({ type, slug, id, url })

const activity = (question: LiveQuestions['comments']['question']) =>
  question.of === 'post' ? question : { ...question, by: actor(question.by) }

const translations: { [C in LiveCapability]: Translation<C> } = {
  'person.live': {
    question: ({ slug, id, urn, url }) => ({
      slug,
      url,
      userId: id,
      entityUrn: urn,
      email: null,
      name: null,
      employer: null,
    }),
    answer: ({ record }) => record,
  },
  'company.live': {
    question: ({ slug, id, url, historicalHeadcount = false, recorded }) => ({
      slug,
      orgId: id,
      url,
      domain: ((recorded?.['domains'] as string[] | null | undefined) ?? [])[0] ?? null,
      name: (recorded?.['preferred_name'] as string | null | undefined) ?? null,
      historicalHeadcount,
    }),
    answer: (answer, { recorded }) => yieldTo(answer, recorded).record,
    withheld: (answer, { recorded }) => yieldTo(answer, recorded).withheld,
  },
  posts: {
    question: ({ by, cursor }) => ({ by: actor(by), cursor }),
    answer: ({ posts, cursor }) => ({ lines: posts, next: cursor }),
  },
  'post.search': {
    question: (question) => question,
    answer: ({ posts, cursor }) => ({ lines: posts, next: cursor }),
  },
  comments: { question: activity, answer: ({ comments, cursor }) => ({ lines: comments, next: cursor }) },
  reactions: { question: activity, answer: ({ reactions, cursor }) => ({ lines: reactions, next: cursor }) },
}

/** For all sources of a question: what is written to the corpus afterwards must fit into a request's minute, too. */
const withinMs = 40_000

/** The live source that the configured sources form: asked each time, in the operator's order, until one has something. */
export function liveFromSources(sources: Pick<Sources, 'names' | 'ask'>): LiveSource {
  return {
    has: (capability) => sources.names(capability).length > 0,
    async ask<C extends LiveCapability>(
      capability: C,
      liveQuestion: LiveQuestions[C]['question'],
      signal: AbortSignal,
      refuses?: (answer: Answered<C>) => string | undefined,
    ): Promise<LiveAnswer<Answered<C>>> {
      if (sources.names(capability).length === 0) return { state: 'no_source' }
      const { question, answer, withheld } = translations[capability] as Translation<C>
      const outcome = await sources.ask<C>(capability, question(liveQuestion), {
        signal,
        withinMs,
        maxAgeMs: 0,
        ...(refuses === undefined ? {} : { refuses: (provided) => refuses(answer(provided, liveQuestion)) }),
      })
      const [first] = outcome.answers
      if (first === undefined) return { state: stateOfAttempts(outcome.attempts) }
      const { source, observedAt, confidence } = first
      return {
        state: 'found',
        answer: answer(first.answer, liveQuestion),
        source,
        observedAt,
        confidence,
        withheld: withheld?.(first.answer, liveQuestion) ?? [],
      }
    },
  }
}
