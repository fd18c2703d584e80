import { companyPage, personPage } from '../../../corpus/identify/index.ts'
import { activity, activityBy } from '../activity-questions.ts'
import { networkPost, postView } from '../post-view.ts'
import { companyIdentifier, personIdentifier } from '../schema.ts'
import { sourceOperation } from '../slice.ts'

interface Author {
  id: string
  /** In the path. */
  of: 'company' | 'profile'
  noun: string
  tasks: readonly string[]
  identifier: typeof companyIdentifier | typeof personIdentifier
  example: string
  read: typeof companyPage | typeof personPage
}

const makeFetch = ({ id, of, noun, tasks, identifier: schema, example, read }: Author) =>
  sourceOperation({
    ...activity,
    id,
    route: `POST /v1/pnet-live-fetch/${of}-posts`,
    summary: `Fetch posts of a ${noun}`,
    tasks,
    answers: `Returns posts that a ${noun} wrote, the newest first.`,
    input: { identifier: schema },
    items: { name: 'data', schema: networkPost },
    examples: [{ name: 'By slug', input: { identifier: example } }],
    kind: 'posts',
    ask: ({ identifier }, { call, deps }) =>
      activityBy(
        { call, deps },
        {
          kind: 'posts',
          identifier,
          read,
          live: (by, next) => deps.source.ask('posts', { by, cursor: next }, call.signal),
        },
      ),
    view: postView,
  })

export const companyPostsLiveFetch = makeFetch({
  id: 'companyPostsLiveFetch',
  of: 'company',
  noun: 'company',
  tasks: ['latest posts of a company', 'what has a company posted'],
  identifier: companyIdentifier,
  example: 'behusk-networks-example',
  read: companyPage,
})

export const profilePostsLiveFetch = makeFetch({
  id: 'profilePostsLiveFetch',
  of: 'profile',
  noun: 'person',
  tasks: ['latest posts of a person', 'what has a CEO posted on LinkedIn'],
  identifier: personIdentifier,
  example: 'qiang-gao-zm6tbt-example',
  read: personPage,
})
